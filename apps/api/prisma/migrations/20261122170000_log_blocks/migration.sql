-- Log lines are stored in blocks. Servers of the release before cannot work on this schema: stop them first.
ALTER TABLE "RunLog" RENAME TO "RunLogLine";
ALTER TABLE "RunLogLine" RENAME CONSTRAINT "RunLog_pkey" TO "RunLogLine_pkey";
ALTER TABLE "RunLogLine" RENAME CONSTRAINT "RunLog_runId_fkey" TO "RunLogLine_runId_fkey";

CREATE TABLE "RunLog" (
    "runId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "lastSeq" INTEGER NOT NULL,
    "lines" TEXT NOT NULL,

    CONSTRAINT "RunLog_pkey" PRIMARY KEY ("runId","seq")
);

-- Compresses a block within its row, unless it is larger than a page even so.
ALTER TABLE "RunLog" ALTER COLUMN "lines" SET STORAGE MAIN;

-- A block has successive lines of one run, some 8 kB of text, and at most 256 lines.
INSERT INTO "RunLog" ("runId", "seq", "lastSeq", "lines")
SELECT "runId", min("seq"), max("seq"),
       string_agg(
           concat_ws(' ', (extract(epoch FROM "at") * 1000)::bigint, "level", replace(replace("text", E'\\', E'\\\\'), E'\n', E'\\n')),
           E'\n' ORDER BY "seq"
       )
FROM (
    SELECT *, "seq" - row_number() OVER run AS "island",
           sum(octet_length("text") + 64) OVER run / 8192 AS "part"
    FROM "RunLogLine"
    WINDOW run AS (PARTITION BY "runId" ORDER BY "seq")
) lines
GROUP BY "runId", "island", "part";

DROP TABLE "RunLogLine";

ALTER TABLE "RunLog" ADD CONSTRAINT "RunLog_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
