-- A cancelled return whose inbound had ended was never read again, and needed attention for as long as it was stored. It is read
-- once more, and then needs none.
UPDATE "Return" SET "checkAt" = now() WHERE "checkAt" IS NULL AND "needs" @> '[{"kind": "cancelled-late"}]';
