import type { LogLevel } from '@drover/contract';
import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { now, report } from './channel';

type Write = (...values: unknown[]) => void;

/** Node's console, with the levels that scripts of phones know. */
interface ScriptConsole extends Console {
  verbose: Write;
}

const levels = {
  debug: 'debug',
  trace: 'debug',
  warn: 'warn',
  error: 'error',
  assert: 'error',
} as const satisfies Partial<Record<keyof Console, LogLevel>>;

/** Formats like Node's console; each call becomes one log line, however many line ends its text has. */
export function createConsole(): ScriptConsole {
  let level: LogLevel = 'info';
  const lines = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      report({ type: 'log', level, at: now(), text: text.replace(/\r?\n$/, '') });
      done();
    },
  });
  const plain = new Console({ stdout: lines, stderr: lines, ignoreErrors: false, colorMode: false });

  function at(callLevel: LogLevel, write: Write): Write {
    return (...values) => {
      const before = level;
      level = callLevel;
      try {
        write(...values);
      } finally {
        level = before;
      }
    };
  }

  const levelled = Object.entries(levels).map(([name, callLevel]) => {
    const method = plain[name as keyof typeof levels].bind(plain) as Write;
    return [name, at(callLevel, method)];
  });
  const verbose = at('verbose', (...values) => plain.log(...values));
  return Object.assign(plain, Object.fromEntries(levelled), { verbose }) as ScriptConsole;
}

/** What the script writes to its streams keeps its place among the lines of the console. */
export function redirectStreams(): void {
  process.stdout.write = redirected(false);
  process.stderr.write = redirected(true);
}

function redirected(isError: boolean): typeof process.stdout.write {
  const decoder = new StringDecoder('utf8');
  return (chunk: string | Uint8Array, encodingOrDone?: unknown, onDone?: () => void) => {
    const text = typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk));
    const done = typeof encodingOrDone === 'function' ? (encodingOrDone as () => void) : onDone;
    // In pieces, so that a text of any size passes through the agent's bounds.
    for (let start = 0; start < text.length; start += 32_768) {
      report({ type: 'output', isError, text: text.slice(start, start + 32_768) });
    }
    if (done) process.nextTick(done);
    return true;
  };
}
