import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Command, Program } from '../../programs/program';
import { gitEnvironment } from './git-environment';

/** Larger files are no source files. */
const maxFileBytes = 8 * 1024 * 1024;

/** Files that a sync reads, together. */
const maxReadBytes = 128 * 1024 * 1024;

/** The list of the entries of a commit. A few small trees that contain each other may have billions. */
const maxListingBytes = 64 * 1024 * 1024;

/** What is listed. */
interface Listed {
  gitDir: string;
  commit: string;
  folder?: string;
}

/** Reads objects of a repository, one after the other, from one process. It reaches no network. */
export class GitObjects {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);
  private readBytes = 0;
  private last: Promise<unknown> = Promise.resolve();
  /** Why nothing more is read: the process still sends a content that nobody takes. */
  private failure: Error | undefined;

  constructor(gitDir: string) {
    this.child = spawn('git', ['cat-file', '--batch'], { env: gitEnvironment(gitDir) });
    this.child.stderr.resume();
    this.child.stdin.on('error', () => undefined);
    this.chunks = (this.child.stdout as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  /** Lists all entries of a commit, or of a folder whose path ends with a slash, separated by NUL. */
  static async list(start: (command: Command) => Program, listed: Listed): Promise<Buffer> {
    const { gitDir, commit, folder = '' } = listed;
    const paths = folder === '' ? [] : ['--', folder];
    const args = ['ls-tree', '-r', '-z', commit, ...paths];
    const program = start({ program: 'git', args, env: gitEnvironment(gitDir) });
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of program.output) {
      bytes += part.length;
      if (bytes > maxListingBytes) {
        program.kill();
        throw new Error('The commit has too many files.');
      }
      parts.push(part);
    }
    const { code } = await program.ended;
    if (code !== 0) throw new Error('git ls-tree failed.');
    return Buffer.concat(parts);
  }

  /** Reads a file. `path` is for errors. */
  read(oid: string, path: string): Promise<Buffer> {
    const result = this.last.then(() => this.readNext(oid, path));
    this.last = result.catch(() => undefined);
    return result;
  }

  private async readNext(oid: string, path: string): Promise<Buffer> {
    if (this.failure) throw this.failure;
    this.child.stdin.write(`${oid}\n`);
    const header = await this.readLine();
    const size = Number(/^[0-9a-f]+ blob (\d+)$/.exec(header)?.[1] ?? NaN);
    if (Number.isNaN(size)) throw new Error(`${path} is missing in the repository.`);
    this.readBytes += size;
    if (size > maxFileBytes) this.fail(`${path} has more than ${maxFileBytes / 1024 / 1024} MB.`);
    if (this.readBytes > maxReadBytes) {
      this.fail(`The projects read more than ${maxReadBytes / 1024 / 1024} MB of files.`);
    }
    // The content ends with a line break.
    return (await this.take(size + 1)).subarray(0, size);
  }

  private fail(message: string): never {
    this.failure = new Error(message);
    throw this.failure;
  }

  private async readLine(): Promise<string> {
    while (!this.rest.includes('\n')) this.rest = Buffer.concat([this.rest, await this.nextChunk()]);
    const length = this.rest.indexOf('\n') + 1;
    return (await this.take(length)).toString('ascii').trim();
  }

  private async take(length: number): Promise<Buffer> {
    const parts = [this.rest];
    for (let read = this.rest.length; read < length; read += parts[parts.length - 1].length) {
      parts.push(await this.nextChunk());
    }
    const bytes = parts.length === 1 ? this.rest : Buffer.concat(parts);
    this.rest = bytes.subarray(length);
    return bytes.subarray(0, length);
  }

  private async nextChunk(): Promise<Buffer> {
    const chunk = await this.chunks.next();
    if (chunk.done) throw new Error('git cat-file has ended.');
    return chunk.value;
  }
}
