import { NodeFS } from '@electric-sql/pglite/nodefs';
import { fsyncSync } from 'node:fs';
import { basename } from 'node:path';
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

type Operation = (target: never, ...rest: never[]) => unknown;

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
 */
export class DurableFiles extends NodeFS {
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

  private install(files: HostFiles): void {
    const { node_ops: nodes, stream_ops: streams } = files;
    streams.fsync = (stream) => files.tryFSOperation(() => this.sync(stream, files.realPath(stream.node)));

    const afterLog =
      (operation: Operation): Operation =>
      (target, ...rest) => {
        if (!isSegmentStream(target)) this.log.syncNow();
        return operation(target, ...rest);
      };
    for (const name of ['setattr', 'rename', 'unlink', 'rmdir'] as const) nodes[name] = afterLog(nodes[name]);
    for (const name of ['setattr', 'write'] as const) streams[name] = afterLog(streams[name]);
  }

  /** Returns 0 for success, as fsync does. */
  private sync({ node, nfd }: Stream, path: string): number {
    const isDirectory = (node.mode & typeMask) === directoryMode;
    if (segmentName.test(basename(path))) this.log.markWritten(path);
    else if (!isDirectory || process.platform !== 'win32') fsyncSync(nfd);
    return 0;
  }
}

function isSegmentStream(target: Stream | Node): boolean {
  return 'nfd' in target && segmentName.test(target.node.name);
}
