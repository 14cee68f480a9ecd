-- CreateTable
CREATE TABLE "Directory" (
    "accountId" TEXT NOT NULL,
    "tokenHash" TEXT,
    "tokenRole" "MemberRole" NOT NULL DEFAULT 'admin',
    "tokenCreatedAt" TIMESTAMPTZ(3),
    "tokenUsedAt" TIMESTAMPTZ(3),
    "defaultRole" "MemberRole" NOT NULL DEFAULT 'viewer',
    "roles" JSON NOT NULL DEFAULT '[]',

    CONSTRAINT "Directory_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "DirectoryUser" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "personId" TEXT,
    "userName" VARCHAR(256) NOT NULL,
    "key" TEXT NOT NULL,
    "externalId" VARCHAR(256),
    "displayName" VARCHAR(256),
    "givenName" VARCHAR(256),
    "familyName" VARCHAR(256),
    "email" VARCHAR(254),
    "address" TEXT,
    "isActive" BOOLEAN NOT NULL DEFAULT true,
    "isVerified" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DirectoryUser_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DirectoryGroup" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "displayName" VARCHAR(256) NOT NULL,
    "externalId" VARCHAR(256),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DirectoryGroup_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DirectoryGroupMember" (
    "groupId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,

    CONSTRAINT "DirectoryGroupMember_pkey" PRIMARY KEY ("groupId","userId")
);

-- CreateIndex
CREATE UNIQUE INDEX "Directory_tokenHash_key" ON "Directory"("tokenHash");

-- CreateIndex
CREATE INDEX "DirectoryUser_accountId_id_idx" ON "DirectoryUser"("accountId", "id");

-- CreateIndex
CREATE INDEX "DirectoryUser_accountId_externalId_idx" ON "DirectoryUser"("accountId", "externalId");

-- CreateIndex
CREATE INDEX "DirectoryUser_accountId_address_idx" ON "DirectoryUser"("accountId", "address");

-- CreateIndex
CREATE INDEX "DirectoryUser_personId_idx" ON "DirectoryUser"("personId");

-- CreateIndex
CREATE UNIQUE INDEX "DirectoryUser_accountId_key_key" ON "DirectoryUser"("accountId", "key");

-- CreateIndex
CREATE UNIQUE INDEX "DirectoryUser_accountId_personId_key" ON "DirectoryUser"("accountId", "personId");

-- CreateIndex
CREATE INDEX "DirectoryGroup_accountId_id_idx" ON "DirectoryGroup"("accountId", "id");

-- CreateIndex
CREATE INDEX "DirectoryGroup_accountId_externalId_idx" ON "DirectoryGroup"("accountId", "externalId");

-- CreateIndex
CREATE UNIQUE INDEX "DirectoryGroup_accountId_displayName_key" ON "DirectoryGroup"("accountId", "displayName");

-- CreateIndex
CREATE INDEX "DirectoryGroupMember_userId_idx" ON "DirectoryGroupMember"("userId");

-- AddForeignKey
ALTER TABLE "Directory" ADD CONSTRAINT "Directory_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DirectoryUser" ADD CONSTRAINT "DirectoryUser_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DirectoryUser" ADD CONSTRAINT "DirectoryUser_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DirectoryGroup" ADD CONSTRAINT "DirectoryGroup_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DirectoryGroupMember" ADD CONSTRAINT "DirectoryGroupMember_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "DirectoryGroup"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DirectoryGroupMember" ADD CONSTRAINT "DirectoryGroupMember_userId_fkey" FOREIGN KEY ("userId") REFERENCES "DirectoryUser"("id") ON DELETE CASCADE ON UPDATE CASCADE;
