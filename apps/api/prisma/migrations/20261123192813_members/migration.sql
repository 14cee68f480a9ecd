-- CreateEnum
CREATE TYPE "MemberRole" AS ENUM ('viewer', 'operator', 'editor', 'admin', 'owner');

-- AlterTable
ALTER TABLE "AccessToken" ADD COLUMN     "personId" TEXT,
ADD COLUMN     "role" "MemberRole";

-- AlterTable
ALTER TABLE "Account" ALTER COLUMN "email" DROP NOT NULL;

-- AlterTable
ALTER TABLE "AuditEntry" ADD COLUMN     "personId" TEXT,
ADD COLUMN     "personName" TEXT;

-- CreateTable
CREATE TABLE "Person" (
    "id" TEXT NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "name" VARCHAR(64) NOT NULL,
    "passwordHash" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Person_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Member" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "personId" TEXT NOT NULL,
    "role" "MemberRole" NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Member_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Person_email_key" ON "Person"("email");

-- CreateIndex
CREATE INDEX "Member_accountId_id_idx" ON "Member"("accountId", "id" DESC);

-- CreateIndex
CREATE INDEX "Member_personId_idx" ON "Member"("personId");

-- CreateIndex
CREATE UNIQUE INDEX "Member_accountId_personId_key" ON "Member"("accountId", "personId");

-- CreateIndex
CREATE INDEX "AccessToken_accountId_personId_idx" ON "AccessToken"("accountId", "personId");

-- AddForeignKey
ALTER TABLE "Member" ADD CONSTRAINT "Member_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Member" ADD CONSTRAINT "Member_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccessToken" ADD CONSTRAINT "AccessToken_accountId_personId_fkey" FOREIGN KEY ("accountId", "personId") REFERENCES "Member"("accountId", "personId") ON DELETE CASCADE ON UPDATE CASCADE;

-- Servers of the previous release create accounts, change passwords and sign in without persons. These triggers add what
-- they omit, and keep both copies of a password equal. A later release removes them together with the columns of Account.

CREATE FUNCTION "createOwner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "Person" (id, email, name, "passwordHash", "createdAt")
  VALUES (NEW.id, NEW.email, NEW.name, NEW."passwordHash", NEW."createdAt");
  INSERT INTO "Member" (id, "accountId", "personId", role, "createdAt")
  VALUES (NEW.id, NEW.id, NEW.id, 'owner', NEW."createdAt");
  RETURN NULL;
END $$;
CREATE TRIGGER "createOwner" AFTER INSERT ON "Account"
FOR EACH ROW WHEN (NEW.email IS NOT NULL) EXECUTE FUNCTION "createOwner"();

CREATE FUNCTION "copyLoginToPerson"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Person" SET email = NEW.email, "passwordHash" = NEW."passwordHash"
  WHERE id = NEW.id AND (email, "passwordHash") IS DISTINCT FROM (NEW.email, NEW."passwordHash");
  RETURN NULL;
END $$;
CREATE TRIGGER "copyLoginToPerson" AFTER UPDATE OF email, "passwordHash" ON "Account"
FOR EACH ROW WHEN (NEW.email IS NOT NULL) EXECUTE FUNCTION "copyLoginToPerson"();

CREATE FUNCTION "copyLoginToAccount"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Account" SET email = NEW.email, "passwordHash" = NEW."passwordHash"
  WHERE id = NEW.id AND email IS NOT NULL
    AND (email, "passwordHash") IS DISTINCT FROM (NEW.email, NEW."passwordHash");
  RETURN NULL;
END $$;
CREATE TRIGGER "copyLoginToAccount" AFTER UPDATE OF email, "passwordHash" ON "Person"
FOR EACH ROW EXECUTE FUNCTION "copyLoginToAccount"();

CREATE FUNCTION "setSessionPerson"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT "personId" INTO NEW."personId" FROM "Member"
  WHERE "accountId" = NEW."accountId" AND "personId" = NEW."accountId";
  RETURN NEW;
END $$;
CREATE TRIGGER "setSessionPerson" BEFORE INSERT ON "AccessToken"
FOR EACH ROW WHEN (NEW.kind = 'session' AND NEW."personId" IS NULL) EXECUTE FUNCTION "setSessionPerson"();

-- Accounts of the previous release belonged to one person, who becomes their owner under the same ID.
INSERT INTO "Person" (id, email, name, "passwordHash", "createdAt")
SELECT id, email, name, "passwordHash", "createdAt" FROM "Account";
INSERT INTO "Member" (id, "accountId", "personId", role, "createdAt")
SELECT id, id, id, 'owner', "createdAt" FROM "Account";
UPDATE "AccessToken" SET "personId" = "accountId" WHERE kind = 'session';
