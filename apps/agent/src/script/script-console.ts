import type { LogLevel } from '@drover/contract';
import type { ScriptConsole } from '@drover/script-types';
import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { now, report } from './channel';

type Write = (...values: unknown[]) => void;

/** Functions for the window of the app's console, which a machine does not have. */
const windowFunctions = [
  'show', 'hide', 'setSize', 'setPosition', 'setTitle', 'setCanInput', 'setBackground', 'setLogSize', 'openLog',
  'setGlobalLogConfig', 'setExitOnClose', 'setTouchable',
] as const satisfies (keyof ScriptConsole)[]; // prettier-ignore

const levels = {
  debug: 'debug',
  trace: 'debug',
  warn: 'warn',
  error: 'error',
  assert: 'error',
} as const satisfies Partial<Record<keyof Console, LogLevel>>;

/** Creates a console that formats like Node's. Each call becomes one log line, even if its text has line breaks. */
export function createConsole(): Console & ScriptConsole {
  let level: LogLevel = 'info';
  const lines = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      report({ type: 'log', level, at: now(), text: text.replace(/\r?\n$/, '') });
      done();
    },
  });
  const plain = new Console({ stdout: lines, stderr: lines, ignoreErrors: false, colorMode: false });

  function withLevel(callLevel: LogLevel, write: Write): Write {
    return (...values) => {
      const previous = level;
      level = callLevel;
      try {
        write(...values);
      } finally {
        level = previous;
      }
    };
  }

  const levelled = Object.entries(levels).map(([name, callLevel]) => {
    const method = plain[name as keyof typeof levels].bind(plain) as Write;
    return [name, withLevel(callLevel, method)];
  });
  const verbose = withLevel('verbose', (...values) => plain.log(...values));
  const input = (prompt?: unknown) => {
    plain.log('Input:', prompt ?? '', '(no answer)');
    return null;
  };
  const ignored = Object.fromEntries(windowFunctions.map((name) => [name, () => undefined])) as Record<
    (typeof windowFunctions)[number],
    () => void
  >;
  // Does not compile without a function of the declaration.
  const more: Omit<ScriptConsole, keyof Console> = { verbose, input, rawInput: input, ...ignored };
  return Object.assign(plain, Object.fromEntries(levelled) as object, more);
}

/** Redirects the script's streams, so that their output stays in order with the lines of the console. */
export function redirectStreams(): void {
  process.stdout.write = createWrite(false);
  process.stderr.write = createWrite(true);
}

function createWrite(isError: boolean): typeof process.stdout.write {
  const decoder = new StringDecoder('utf8');
  return (chunk: string | Uint8Array, encodingOrDone?: unknown, onDone?: () => void) => {
    const text = typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk));
    const done = typeof encodingOrDone === 'function' ? (encodingOrDone as () => void) : onDone;
    // In chunks, because the agent limits the size of a report.
    for (let start = 0; start < text.length; start += 32_768) {
      report({ type: 'output', isError, text: text.slice(start, start + 32_768) });
    }
    if (done) process.nextTick(done);
    return true;
  };
}
