-- Gives the role in the setting dockline.app_role what the app does: it reads and writes rows, uses sequences and
-- functions, and makes temporary tables. Runs as the owner of the tables, in a transaction. Repeatable.
DO $$
DECLARE
  app CONSTANT text := current_setting('dockline.app_role');
  -- The app reads in these which migrations there are; only migrations write them.
  read_only CONSTANT text[] := ARRAY['_prisma_migrations', 'migrations'];
  sql text;
BEGIN
  -- Two migrations at once would change the same rows of the catalog. Any number that nobody else locks.
  PERFORM pg_advisory_xact_lock(7346211);
  FOR sql IN
    -- Everybody may connect and make temporary tables, unless an operator has taken that away.
    SELECT format('GRANT CONNECT, TEMPORARY ON DATABASE %I TO %I', current_database(), app)
    WHERE NOT has_database_privilege(app, current_database(), 'CONNECT')
      OR NOT has_database_privilege(app, current_database(), 'TEMPORARY')
    UNION ALL
    -- A database that is older than PostgreSQL 15 lets everybody create tables.
    SELECT 'REVOKE CREATE ON SCHEMA public FROM PUBLIC' FROM pg_namespace
    WHERE nspname = 'public' AND pg_has_role(nspowner, 'USAGE') AND has_schema_privilege('public', oid, 'CREATE')
    UNION ALL
    SELECT format('GRANT USAGE ON SCHEMA %I TO %I', nspname, app) FROM pg_namespace
    WHERE nspname IN ('public', 'graphile_worker') AND NOT has_schema_privilege(app, oid, 'USAGE')
    UNION ALL
    SELECT format('GRANT %s ON %s TO %I', CASE
        WHEN relkind = 'S' THEN 'USAGE, SELECT'
        WHEN relkind = 'v' OR relname = ANY (read_only) THEN 'SELECT'
        ELSE 'SELECT, INSERT, UPDATE, DELETE'
      END, c.oid::regclass, app)
    FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE nspname IN ('public', 'graphile_worker') AND relkind IN ('r', 'v', 'S') AND pg_has_role(relowner, 'USAGE')
    UNION ALL
    -- Default privileges may have given more.
    SELECT format('REVOKE INSERT, UPDATE, DELETE ON %s FROM %I', c.oid::regclass, app)
    FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE nspname IN ('public', 'graphile_worker') AND relname = ANY (read_only) AND pg_has_role(relowner, 'USAGE')
    UNION ALL
    -- What an extension brought is open to everybody and belongs to a superuser.
    SELECT format('GRANT EXECUTE ON FUNCTION %s TO %I', p.oid::regprocedure, app)
    FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace
    WHERE nspname IN ('public', 'graphile_worker') AND pg_has_role(proowner, 'USAGE')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    UNION ALL
    -- The queue hides its rows from every role but the owner, unless a policy names it.
    SELECT format('CREATE POLICY %I ON %s TO %I USING (true) WITH CHECK (true)', app, c.oid::regclass, app)
    FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE nspname = 'graphile_worker' AND relrowsecurity
      AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid AND polname = app)
    UNION ALL
    -- What a later migration makes is usable before its grants have run.
    SELECT format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT %s TO %I', nspname, rights, app)
    FROM pg_namespace, unnest(ARRAY[
      'SELECT, INSERT, UPDATE, DELETE ON TABLES', 'USAGE, SELECT ON SEQUENCES', 'EXECUTE ON FUNCTIONS'
    ]) AS rights
    WHERE nspname IN ('public', 'graphile_worker')
  LOOP
    EXECUTE sql;
  END LOOP;
END $$;
