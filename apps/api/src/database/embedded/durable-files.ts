import { NodeFS } from '@electric-sql/pglite/nodefs';
import { fsyncSync } from 'node:fs';
import { basename } from 'node:path';
import { isWindows, syncPath } from '../../files/sync-files';
import type { WriteAheadLog } from './write-ahead-log';

/** The names of the log's segments. No other file of a database has such a name. */
const segmentName = /^[0-9A-F]{24}$/;

const directoryMode = 0o040000;
const typeMask = 0o170000;

interface Node {
  name: string;
  mode: number;
}

interface Stream {
  node: Node;
  /** Node's file descriptor. */
  nfd: number;
}

type Operation = (target: Stream | Node, ...rest: never[]) => unknown;

/** Emscripten's file system on the files of the host. */
interface HostFiles {
  realPath: (node: Node) => string;
  tryFSOperation: <Result>(operation: () => Result) => Result;
  node_ops: Record<'setattr' | 'rename' | 'unlink' | 'rmdir', Operation>;
  stream_ops: { setattr: Operation; write: Operation; fsync?: (stream: Stream) => number };
}

type InitParameters = Parameters<NodeFS['init']>;

/**
 * Files of a PGlite whose fsync works. Emscripten's file system lacks it: its fsync succeeds and does nothing. A sync of the
 * write-ahead log is left to `log`, so nothing else may change on the disk before the log is durable.
 *
 * All statements wait while a checkpoint syncs the files that changed. `syncAhead` syncs them beforehand, while statements
 * run, and the checkpoint then skips those that have not changed again.
 */
export class DurableFiles extends NodeFS {
  private files?: HostFiles;
  /** Files with changes since their last sync. */
  private readonly unsynced = new Set<Node>();
  /** Files without changes since their last sync. */
  private readonly synced = new WeakSet<Node>();

  constructor(
    directory: string,
    private readonly log: WriteAheadLog,
  ) {
    super(directory);
  }

  override async init(...[database, options]: InitParameters): ReturnType<NodeFS['init']> {
    const install = (module: { FS: unknown }) => {
      const { filesystems } = module.FS as { filesystems: { NODEFS: HostFiles } };
      this.install(filesystems.NODEFS);
    };
    return super.init(database, { ...options, preRun: [...(options.preRun ?? []), install] });
  }

  /** Syncs the files that have changed, without stopping the database. */
  async syncAhead(): Promise<void> {
    for (const node of [...this.unsynced]) {
      this.unsynced.delete(node);
      if (!(await syncIfExists(this.files!.realPath(node)))) continue;
      if (!this.unsynced.has(node)) this.synced.add(node);
    }
  }

  private install(files: HostFiles): void {
    const { node_ops: nodes, stream_ops: streams } = files;
    this.files = files;
    streams.fsync = (stream) => files.tryFSOperation(() => this.sync(stream, files.realPath(stream.node)));

    const afterLog =
      (operation: Operation): Operation =>
      (target, ...rest) => {
        if (!isSegmentStream(target)) this.prepareChange('nfd' in target ? target.node : target);
        return operation(target, ...rest);
      };
    for (const name of ['setattr', 'rename', 'unlink', 'rmdir'] as const) nodes[name] = afterLog(nodes[name]);
    for (const name of ['setattr', 'write'] as const) streams[name] = afterLog(streams[name]);
  }

  private prepareChange(node: Node): void {
    this.log.syncNow();
    if (isDirectory(node) || segmentName.test(node.name)) return;
    this.unsynced.add(node);
    this.synced.delete(node);
  }

  /** Returns 0 for success, as fsync does. */
  private sync({ node, nfd }: Stream, path: string): number {
    if (segmentName.test(basename(path))) this.log.markWritten(path);
    else if (isDirectory(node)) {
      if (!isWindows) fsyncSync(nfd);
    } else if (!this.synced.has(node)) {
      fsyncSync(nfd);
      this.unsynced.delete(node);
      this.synced.add(node);
    }
    return 0;
  }
}

/** Returns whether the file exists. PostgreSQL may have deleted it. */
async function syncIfExists(path: string): Promise<boolean> {
  try {
    await syncPath(path, 'r+');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

const isDirectory = ({ mode }: Node) => (mode & typeMask) === directoryMode;

function isSegmentStream(target: Stream | Node): boolean {
  return 'nfd' in target && segmentName.test(target.node.name);
}
