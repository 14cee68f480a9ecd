-- CreateTable
CREATE TABLE "StoreUsage" (
    "accountId" TEXT NOT NULL,
    "keys" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "StoreUsage_pkey" PRIMARY KEY ("accountId")
);

-- A change of a store locks the usage of its account until the commit, after the store.
CREATE FUNCTION "countStore"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE "StoreUsage" SET keys = keys - OLD.keys, bytes = bytes - OLD.bytes WHERE "accountId" = OLD."accountId";
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO "StoreUsage" AS u ("accountId", keys, bytes)
    VALUES (NEW."accountId", NEW.keys - OLD.keys, NEW.bytes - OLD.bytes)
    ON CONFLICT ("accountId") DO UPDATE SET keys = u.keys + NEW.keys - OLD.keys, bytes = u.bytes + NEW.bytes - OLD.bytes;
  ELSE
    INSERT INTO "StoreUsage" AS u ("accountId", keys, bytes) VALUES (NEW."accountId", NEW.keys, NEW.bytes)
    ON CONFLICT ("accountId") DO UPDATE SET keys = u.keys + NEW.keys, bytes = u.bytes + NEW.bytes;
  END IF;
  RETURN NULL;
END $$;

-- Stores are created empty, and most changes of entries change neither number.
CREATE TRIGGER "countCreatedStore" AFTER INSERT ON "Store"
FOR EACH ROW WHEN (NEW.keys <> 0 OR NEW.bytes <> 0) EXECUTE FUNCTION "countStore"();
CREATE TRIGGER "countChangedStore" AFTER UPDATE OF keys, bytes ON "Store"
FOR EACH ROW WHEN (NEW.keys <> OLD.keys OR NEW.bytes <> OLD.bytes) EXECUTE FUNCTION "countStore"();
CREATE TRIGGER "countDeletedStore" AFTER DELETE ON "Store"
FOR EACH ROW WHEN (OLD.keys <> 0 OR OLD.bytes <> 0) EXECUTE FUNCTION "countStore"();

-- The triggers lock the table, so nobody changes a store before the commit.
INSERT INTO "StoreUsage" ("accountId", keys, bytes)
SELECT "accountId", sum(keys), sum(bytes) FROM "Store" GROUP BY "accountId";
