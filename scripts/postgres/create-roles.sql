-- Creates the two roles and the database (docs/operations.md, Database roles). The postgres image runs it with psql, as its
-- superuser, on an empty volume.
\getenv owner_password MIGRATION_DATABASE_PASSWORD
\getenv app_password DATABASE_PASSWORD
CREATE ROLE dockline_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE dockline LOGIN PASSWORD :'app_password';
CREATE DATABASE dockline OWNER dockline_owner;
