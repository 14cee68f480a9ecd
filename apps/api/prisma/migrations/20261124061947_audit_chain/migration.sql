-- AlterTable
ALTER TABLE "AuditEntry" ADD COLUMN     "hash" TEXT,
ADD COLUMN     "number" INTEGER;

-- CreateTable
CREATE TABLE "AuditChain" (
    "accountId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "anchorNumber" INTEGER NOT NULL DEFAULT 0,
    "anchorHash" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "AuditChain_pkey" PRIMARY KEY ("accountId")
);

-- CreateIndex
CREATE UNIQUE INDEX "AuditEntry_accountId_number_key" ON "AuditEntry"("accountId", "number");

-- The text of an entry that its hash covers: an array in JSON, which other programs can write too.
CREATE FUNCTION "auditText"(e "AuditEntry") RETURNS text LANGUAGE sql STABLE AS $$
  SELECT json_build_array(
    e.id, e."accountId", e.number, e.action, e."targetId", e."targetName", e."targetCount", e."tokenId", e."tokenName",
    e."tokenKind"::text, e."personId", e."personName", e.changes::text, e.address, e."requestId",
    (extract(epoch FROM e.at) * 1000)::bigint
  )::text
$$;

-- Entries that a database is moved with keep their hashes.
CREATE FUNCTION "chainAuditEntry"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  previous text;
BEGIN
  IF NEW.number IS NOT NULL OR NEW.hash IS NOT NULL THEN RETURN NEW; END IF;
  INSERT INTO "AuditChain" AS c ("accountId", number, hash) VALUES (NEW."accountId", 1, '')
  ON CONFLICT ("accountId") DO UPDATE SET number = c.number + 1
  RETURNING c.number, c.hash INTO NEW.number, previous;
  NEW.hash := encode(sha256(convert_to(previous || E'\n' || "auditText"(NEW), 'UTF8')), 'hex');
  UPDATE "AuditChain" SET hash = NEW.hash WHERE "accountId" = NEW."accountId";
  RETURN NEW;
END $$;

CREATE TRIGGER "chainAuditEntry" BEFORE INSERT ON "AuditEntry" FOR EACH ROW EXECUTE FUNCTION "chainAuditEntry"();

CREATE FUNCTION "keepAuditEntry"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('drover.retention', true) = 'on' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'Audit entries cannot be changed or deleted. Only retention deletes old ones.';
END $$;

CREATE TRIGGER "keepAuditEntry" BEFORE UPDATE OR DELETE ON "AuditEntry" FOR EACH ROW EXECUTE FUNCTION "keepAuditEntry"();

CREATE FUNCTION "moveAuditAnchor"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "AuditChain" c SET "anchorNumber" = r.number, "anchorHash" = r.hash
  FROM (
    SELECT DISTINCT ON ("accountId") "accountId", number, hash FROM removed
    WHERE number IS NOT NULL ORDER BY "accountId", number DESC
  ) r
  WHERE c."accountId" = r."accountId" AND c."anchorNumber" < r.number;
  RETURN NULL;
END $$;

CREATE TRIGGER "moveAuditAnchor" AFTER DELETE ON "AuditEntry" REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION "moveAuditAnchor"();
