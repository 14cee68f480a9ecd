import type { ArchivedDevscript, ArchivedFiles, ArchivedRevisions, Values } from '@drover/contract';
import { createHash } from 'node:crypto';
import type { AppContext } from '../../context/app-context';
import { readContent } from '../../content/content';
import type { Devscript, ProjectBuild } from '../../database/client/client';
import { toRevisionFiles, type RevisionFiles } from '../devscripts/revision-files';
import { unsealCode } from '../devscripts/seal-code';
import type { ArchiveWriter } from './archive-writer';

/** Writes a devscript with its revisions and their contents. */
export async function exportDevscript(
  context: AppContext,
  writer: ArchiveWriter,
  { devscript, revisions }: { devscript: Devscript; revisions: ArchivedRevisions },
): Promise<void> {
  const { prisma } = context;
  const { id, accountId, name, description, originId } = devscript;
  const rows = await prisma.revision.findMany({
    // Those of pinned branches come from the repository again.
    where: { devscriptId: id, ref: null },
    orderBy: { number: 'desc' },
    ...(revisions === 'latest' && { take: 1 }),
  });
  const current = toRevisionFiles(await prisma.devscriptFile.findMany({ where: { devscriptId: id } }));
  const builds = await findBuilds(context, id, [current, ...rows]);
  const exporter = new FileExporter(context, writer, builds);
  const saved = await prisma.savedValues.findUnique({
    where: { accountId_scriptId: { accountId, scriptId: id } },
  });
  const record: ArchivedDevscript = {
    _id: originId ?? id,
    name,
    description,
    files: await exporter.write(current),
    values: (saved?.values ?? null) as Values | null,
    revisions: [],
  };
  for (const row of rows.reverse()) {
    const { number, name, source, restoredNumber, personName, tokenName, commit, commitAuthor } = row;
    record.revisions.push({
      ...{ number, name, source, restoredNumber, personName, tokenName, commit, commitAuthor },
      ...(await exporter.write(row)),
      createdAt: row.createdAt.toISOString(),
    });
  }
  await writer.addRecord('devscript', record);
}

async function findBuilds(
  { prisma }: AppContext,
  devscriptId: string,
  files: RevisionFiles[],
): Promise<Map<string, ProjectBuild>> {
  const hashes = [...new Set(files.flatMap(({ codeSha256 }) => codeSha256 ?? []))];
  const builds = await prisma.projectBuild.findMany({ where: { devscriptId, codeSha256: { in: hashes } } });
  return new Map(builds.map((build) => [build.codeSha256, build]));
}

/** Writes the contents of files, each once, and describes the files. */
class FileExporter {
  /** Hashes of the code of projects without the line that names the project, by those of the code with it. */
  private readonly unsealed = new Map<string, string>();

  constructor(
    private readonly context: AppContext,
    private readonly writer: ArchiveWriter,
    private readonly builds: Map<string, ProjectBuild>,
  ) {}

  async write(row: RevisionFiles): Promise<ArchivedFiles> {
    const build = this.builds.get(row.codeSha256 ?? '');
    const { codeName, codeSha256 } = row;
    return {
      code:
        codeName === null || codeSha256 === null
          ? null
          : {
              name: codeName,
              sha256: build ? await this.writeUnsealed(codeSha256) : await this.writeContent(codeSha256),
            },
      config: await this.writeFile(row.configName, row.configSha256),
      schema: await this.writeFile(row.schemaName, row.schemaSha256),
      project: build
        ? {
            sources: await this.writeContent(build.sourcesSha256),
            sourceMap: await this.writeOptional(build.mapSha256),
            phoneCode: await this.writeOptional(build.phoneSha256),
            phoneMap: await this.writeOptional(build.phoneMapSha256),
          }
        : null,
    };
  }

  private async writeFile(name: string | null, sha256: string | null) {
    return name === null || sha256 === null ? null : { name, sha256: await this.writeContent(sha256) };
  }

  private async writeOptional(sha256: string | null): Promise<string | null> {
    return sha256 === null ? null : this.writeContent(sha256);
  }

  private async writeContent(sha256: string): Promise<string> {
    await this.writer.addContent(sha256, () => readContent(this.context, sha256));
    return sha256;
  }

  private async writeUnsealed(sealed: string): Promise<string> {
    const known = this.unsealed.get(sealed);
    if (known !== undefined) return known;
    const code = unsealCode(await readContent(this.context, sealed));
    const sha256 = createHash('sha256').update(code).digest('hex');
    await this.writer.addContent(sha256, () => Promise.resolve(code));
    this.unsealed.set(sealed, sha256);
    return sha256;
  }
}
