import { LIMITS } from '@drover/contract/limits';
import { toStorableText, type ScriptEvents } from '@drover/device-agent';
import { constants } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { captureScreen, NoPictureError } from '../pictures/capture-screen';
import type { ArtifactReply, ArtifactRequest } from '../script/reports';
import { noSpace, SpoolError, type ArtifactSpool } from './spool';

interface RunArtifactsOptions {
  runId: string;
  workFolder: string;
  spool: ArtifactSpool;
  onLine: ScriptEvents['onLine'];
}

/** The artifacts that one run saves. A script asks again until the answer is not `pending`. */
export class RunArtifacts {
  private readonly replies = new Map<number, ArtifactReply>();
  private readonly names = new Set<string>();
  private bytes = 0;
  private pictures = 0;

  constructor(private readonly options: RunArtifactsOptions) {}

  handle(request: ArtifactRequest): ArtifactReply {
    const { ticket } = request;
    const reply = this.replies.get(ticket);
    if (!reply) {
      this.replies.set(ticket, { state: 'pending' });
      void this.save(request).then((answer) => this.replies.set(ticket, answer));
    } else if (reply.state !== 'pending') {
      this.replies.delete(ticket);
    }
    return reply ?? { state: 'pending' };
  }

  private async save({ name: given, kind, file, isWithoutSpace }: ArtifactRequest): Promise<ArtifactReply> {
    const name = toStorableText(given) || (kind === 'image' ? this.nextPictureName() : '');
    const picture = file === undefined ? this.options.spool.newDraft('.png') : undefined;
    let source: FileHandle | undefined;
    try {
      if (isWithoutSpace) throw noSpace();
      if (picture) await captureScreen(picture);
      source = await openFile(picture ?? join(this.options.workFolder, basename(file ?? '')));
      const { size } = await source.stat();
      this.reserve(name, size);
      const { sha256 } = await this.options.spool.save(source, {
        ...{ runId: this.options.runId, name, kind, savedAt: Date.now() },
      });
      return { state: 'saved', name, size, sha256 };
    } catch (error) {
      const { message } = error as Error;
      const isOurs = error instanceof SpoolError || error instanceof NoPictureError;
      const problem = isOurs ? message : `it could not be read: ${message}`;
      const call = picture ? 'drover.screenshot' : 'drover.artifacts.save';
      this.options.onLine('warn', `${call}: ${JSON.stringify(name.slice(0, 80))} was left out: ${problem}`);
      return { state: 'refused', problem };
    } finally {
      await source?.close();
      if (picture) await rm(picture, { force: true });
    }
  }

  private nextPictureName(): string {
    this.pictures += 1;
    return `screenshot-${this.pictures}.png`;
  }

  /** Fails if the run cannot have this artifact too. */
  private reserve(name: string, size: number): void {
    const chars = [...name].length;
    if (chars === 0) throw new SpoolError('it has no name');
    if (chars > LIMITS.artifactNameChars) {
      throw new SpoolError(`its name has more than ${LIMITS.artifactNameChars} characters`);
    }
    if (this.names.has(name)) throw new SpoolError('the run has an artifact of this name');
    if (this.names.size >= LIMITS.runArtifacts) {
      throw new SpoolError(`a run can have at most ${LIMITS.runArtifacts} artifacts`);
    }
    if (this.bytes + size > LIMITS.runArtifactBytes) {
      throw new SpoolError(
        `the artifacts of a run can have at most ${LIMITS.runArtifactBytes / 1024 ** 3} GB together`,
      );
    }
    this.names.add(name);
    this.bytes += size;
  }
}

/**
 * Opens a file that the script has put into the folder of its run. Only regular files are allowed: a link could
 * point to a file of the agent, and reading a pipe could block forever.
 */
async function openFile(path: string): Promise<FileHandle> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new SpoolError('it is not a file');
}
