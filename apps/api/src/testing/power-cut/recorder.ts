/**
 * Records what a program changes in a directory and when it makes the changes durable. Load it before the program. It covers
 * the functions of `fs` that the embedded database uses.
 */
import fs from 'node:fs';
import { sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { recordRootVariable, recordToVariable, type FileOperation } from './recording';

/** A sync takes at least this long, so that a response that does not wait for it is recorded before its end. */
const syncMs = 2;

const original = { ...fs };
const root = process.env[recordRootVariable]!;
const recording = original.openSync(process.env[recordToVariable]!, 'a');
const recordedFiles = new Set<number>();
let syncs = 0;

function record(operation: FileOperation): void {
  original.writeSync(recording, `${JSON.stringify(operation)}\n`);
}

type Call = (...args: never[]) => unknown;

/** Replaces a function of `fs` by one that calls `after` with the arguments and the result of the original. */
function wrap<Key extends keyof typeof fs>(
  name: Key,
  after: (args: unknown[], result: unknown) => FileOperation | undefined,
): void {
  const call = original[name] as Call;
  const replacement = (...args: never[]) => {
    const result = call(...args);
    const operation = after(args, result);
    const target =
      operation && ('file' in operation ? operation.file : 'path' in operation && operation.path);
    const isRecorded =
      typeof target === 'string' ? target.startsWith(root + sep) : recordedFiles.has(target as number);
    if (operation && isRecorded) record(operation);
    return result;
  };
  Object.assign(fs, { [name]: replacement });
}

wrap('openSync', ([path], file) => {
  if (String(path).startsWith(root)) recordedFiles.add(file as number);
  return { op: 'open', path: String(path), file: file as number };
});
wrap('closeSync', ([file]) => void recordedFiles.delete(file as number));
// Emscripten creates every file by this function, and only then opens it.
wrap('writeFileSync', ([path]) => ({ op: 'create', path: String(path) }));
wrap('mkdirSync', ([path]) => ({ op: 'mkdir', path: String(path) }));
wrap('unlinkSync', ([path]) => ({ op: 'unlink', path: String(path) }));
wrap('rmdirSync', ([path]) => ({ op: 'rmdir', path: String(path) }));
wrap('renameSync', ([path, to]) => ({ op: 'rename', path: String(path), to: String(to) }));
wrap('truncateSync', ([path, size]) => ({ op: 'truncatePath', path: String(path), size: size as number }));
wrap('ftruncateSync', ([file, size]) => ({ op: 'truncate', file: file as number, size: size as number }));
wrap('writeSync', ([file, view, start, , position], written) => {
  const { buffer, byteOffset } = view as Uint8Array;
  const bytes = Buffer.from(buffer, byteOffset + (start as number), written as number);
  const content = bytes.some((byte) => byte !== 0) ? bytes.toString('base64') : bytes.length;
  return { op: 'write', file: file as number, offset: position as number, content };
});

for (const name of ['fsyncSync', 'fdatasyncSync'] as const) {
  Object.assign(fs, {
    [name](file: number) {
      const end = startSync({ file, isContentOnly: name === 'fdatasyncSync', isBlocking: true });
      original[name](file);
      end();
    },
  });
}

Object.assign(fs, {
  fdatasync(file: number, done: (error: Error | null) => void) {
    const end = startSync({ file, isContentOnly: true, isBlocking: false });
    const finish = (error: Error | null) => {
      if (!error) end();
      done(error);
    };
    original.fdatasync(file, (error) => void setTimeout(finish, syncMs, error));
  },
});

const { open } = original.promises;
Object.assign(fs.promises, {
  async open(path: string, flags: string) {
    const handle = await open(path, flags);
    const { fd: file } = handle;
    if (!path.startsWith(root)) return handle;
    recordedFiles.add(file);
    record({ op: 'open', path, file });
    const [sync, close] = [handle.sync.bind(handle), handle.close.bind(handle)];
    handle.close = () => {
      recordedFiles.delete(file);
      return close();
    };
    handle.sync = async () => {
      const end = startSync({ file, isContentOnly: false, isBlocking: false });
      await sync();
      await delay(syncMs);
      end();
    };
    return handle;
  },
});

function startSync(sync: { file: number; isContentOnly: boolean; isBlocking: boolean }): () => void {
  if (!recordedFiles.has(sync.file)) return () => undefined;
  const id = (syncs += 1);
  record({ op: 'syncStart', id, ...sync });
  return () => record({ op: 'syncEnd', id });
}
