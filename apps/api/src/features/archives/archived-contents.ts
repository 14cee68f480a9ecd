import { LIMITS, UploadProject, type ArchivedFiles, type FileKind } from '@drover/contract';
import { createHash } from 'node:crypto';
import type { AppContext } from '../../context/app-context';
import { saveContent } from '../../content/content';
import { invalid } from '../../errors/api-error';
import { parseJson } from '../../http/json';
import { readConfig, readSchema, readUtf8 } from '../devscripts/files';
import { toRevisionFiles, type RevisionFile, type RevisionFiles } from '../devscripts/revision-files';
import { sealCode, type SealedProject } from '../devscripts/seal-code';
import type { ArchiveReader } from './archive-reader';
import { contentPath } from './entries';

/** Code, and the project that it was built from. */
type BuiltFiles = Pick<ArchivedFiles, 'code' | 'project'>;

/** The contents of an archive as those of a devscript of the account. One is in memory at a time. */
export class ArchivedContents {
  /** Hash and size of each code, by the files that it is from. */
  private readonly codes = new Map<string, { sha256: string; size: number }>();
  private readonly checked = new Set<string>();
  private readonly saved = new Set<string>();

  constructor(
    private readonly reader: ArchiveReader,
    private readonly devscriptId: string,
  ) {}

  /** Describes files. The code of a project names its devscript, so its hash differs from that in the archive. */
  async toColumns({ config, schema, ...built }: ArchivedFiles): Promise<RevisionFiles> {
    const files: RevisionFile[] = [];
    if (built.code) files.push({ kind: 'code', name: built.code.name, ...(await this.describeCode(built)) });
    if (config) files.push({ kind: 'config', ...config, size: this.sizeOf(config.sha256) });
    if (schema) files.push({ kind: 'schema', ...schema, size: this.sizeOf(schema.sha256) });
    return toRevisionFiles(files);
  }

  /** Fails if an upload of the files would fail. */
  async check({ code, config, schema, project }: ArchivedFiles): Promise<void> {
    if (code) {
      this.assertSize(code.sha256, LIMITS.uploadFileBytes, 'code');
      await this.checkOnce(`code ${code.sha256}`, code.sha256, (bytes) => readUtf8(bytes, 'code'));
    }
    if (config) {
      this.assertSize(config.sha256, LIMITS.uploadFileBytes, 'config');
      await this.checkOnce(`config ${config.sha256}`, config.sha256, (bytes) => readConfig(bytes, 'config'));
    }
    if (schema)
      await this.checkOnce(`schema ${schema.sha256}`, schema.sha256, (bytes) => readSchema(bytes, 'schema'));
    if (!project) return;
    if (!code) throw invalid('project', 'must come with the code that was built from it');
    await this.checkOnce(`sources ${project.sources}`, project.sources, assertSources);
    await this.checkText(project.sourceMap, LIMITS.sourceMapBytes);
    await this.checkText(project.phoneCode, LIMITS.uploadFileBytes);
    await this.checkText(project.phoneMap, LIMITS.sourceMapBytes);
  }

  /**
   * Stores contents. They are stored before the transaction that refers to them, because the embedded database runs one at
   * a time. Retention deletes those that nothing refers to.
   */
  async save({ prisma }: AppContext, { code, config, schema, project }: ArchivedFiles): Promise<void> {
    const built = [project?.sources, project?.sourceMap, project?.phoneCode, project?.phoneMap];
    const plain = [config?.sha256, schema?.sha256, ...built];
    if (code && !project) plain.push(code.sha256);
    for (const sha256 of plain) {
      if (typeof sha256 !== 'string' || this.saved.has(sha256)) continue;
      await saveContent(prisma, await this.read(sha256));
      this.saved.add(sha256);
    }
    if (!code || !project) return;
    const build = this.toBuild(project);
    const key = keyOf({ code, project });
    if (this.saved.has(key)) return;
    const codeSha256 = await saveContent(prisma, sealCode(await this.read(code.sha256), build));
    await prisma.projectBuild.createMany({ data: { codeSha256, ...build }, skipDuplicates: true });
    this.saved.add(key);
  }

  private async describeCode({ code, project }: BuiltFiles): Promise<{ sha256: string; size: number }> {
    const key = keyOf({ code, project });
    const known = this.codes.get(key);
    if (known) return known;
    const codeSha256 = code?.sha256 ?? '';
    this.assertSize(codeSha256, LIMITS.uploadFileBytes, 'code');
    const built = await this.read(codeSha256);
    const bytes = project ? sealCode(built, this.toBuild(project)) : built;
    const described = { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
    this.codes.set(key, described);
    return described;
  }

  private async checkText(sha256: string | null, maxBytes: number): Promise<void> {
    if (sha256 === null) return;
    this.assertSize(sha256, maxBytes, 'project');
    await this.checkOnce(`text ${sha256}`, sha256, (bytes) => readUtf8(bytes, 'project'));
  }

  private async checkOnce(key: string, sha256: string, check: (bytes: Buffer) => unknown): Promise<void> {
    if (this.checked.has(key)) return;
    check(await this.read(sha256));
    this.checked.add(key);
  }

  private toBuild(project: NonNullable<ArchivedFiles['project']>): SealedProject {
    return {
      devscriptId: this.devscriptId,
      sourcesSha256: project.sources,
      mapSha256: project.sourceMap,
      phoneSha256: project.phoneCode,
      phoneMapSha256: project.phoneMap,
    };
  }

  private sizeOf(sha256: string): number {
    return this.reader.sizeOf(contentPath(sha256));
  }

  /** Fails if a content is too large, before it is unpacked. */
  private assertSize(sha256: string, max: number, field: FileKind | 'project'): void {
    if (this.sizeOf(sha256) > max) throw invalid(field, `must have at most ${max} bytes`);
  }

  private read(sha256: string): Promise<Buffer> {
    return this.reader.read(contentPath(sha256));
  }
}

function keyOf({ code, project }: BuiltFiles): string {
  return JSON.stringify([code?.sha256, project]);
}

const Sources = UploadProject.pick({ files: true });

function assertSources(bytes: Buffer): void {
  const parsed = Sources.safeParse(parseJson(readUtf8(bytes, 'project')));
  if (!parsed.success) throw invalid('project', `must be source files: ${parsed.error.issues[0]?.message}`);
}
