-- AlterTable
ALTER TABLE "Return" ADD COLUMN     "received" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "seenNeeds" JSONB NOT NULL DEFAULT '[]';

-- What was noted last of each SKU, under the reference that the return had at the warehouse then. An inbound that was made again
-- under its reference is another one: the warehouse shows nothing of the one before.
UPDATE "Return" r SET "received" = n."received"
FROM (
  SELECT "shop", "subject", jsonb_agg(jsonb_build_object('ref', "ref", 'units', "units", 'unread', '[]'::jsonb) ORDER BY "ref") AS "received"
  FROM (
    SELECT "shop", "subject", "ref", jsonb_agg(jsonb_build_object(
      'sku', "sku", 'good', "good", 'defective', "defective", 'unclear', "unclear",
      'mostGood', "good", 'most', "good" + "defective" + "unclear") ORDER BY "sku") AS "units"
    FROM (
      SELECT DISTINCT ON (e."shop", e."subject", e."ref", e."details"->>'sku')
        e."shop", e."subject", e."ref", e."details"->>'sku' AS "sku",
        coalesce((e."details"->>'good')::integer, 0) AS "good",
        coalesce((e."details"->>'defective')::integer, 0) AS "defective",
        coalesce((e."details"->>'unclear')::integer, 0) AS "unclear"
      FROM (
        SELECT "id", "shop", "subject", "kind", "details",
          CASE WHEN "made" < max("made") OVER (PARTITION BY "shop", "subject", "ref")
            THEN "ref" || ' ' || "made" ELSE "ref" END AS "ref"
        FROM (
        SELECT "id", "shop", "subject", "kind", "details",
          count(*) FILTER (WHERE "kind" = 'announce' AND "outcome" = 'done' AND "details"->>'how' = 'answered')
            OVER (PARTITION BY "shop", "subject" ORDER BY "id") AS "made", coalesce(
          max("details"->>'ref') FILTER (WHERE "kind" = 'announce')
            OVER (PARTITION BY "shop", "subject" ORDER BY "id"),
          replace("subject", 'gid://shopify/Return/', 'return-')) AS "ref"
        FROM "TimelineEntry" WHERE "about" = 'return' AND "kind" IN ('announce', 'received')
        ) noted
      ) e
      WHERE e."kind" = 'received' AND e."details"->>'sku' IS NOT NULL
      ORDER BY e."shop", e."subject", e."ref", e."details"->>'sku', e."id" DESC
    ) latest GROUP BY "shop", "subject", "ref"
  ) by_ref GROUP BY "shop", "subject"
) n
WHERE r."shop" = n."shop" AND r."returnId" = n."subject";
