import type { Atomic, Disposable, Lock, ModuleGlobals, ScriptThread, Threads } from '@drover/script-types';
import { getCurrentThread, RunnableThread, runWaitingThreads } from './scheduler';
import { createTimers } from './timers';

const started = new Map<RunnableThread, ScriptThread>();

export function createThreads(): Threads {
  let count = 0;
  return {
    start(act) {
      if (typeof act !== 'function')
        throw new TypeError('threads.start: the first argument must be a function.');
      count += 1;
      return createThread(new RunnableThread(`Thread-${count}`, act));
    },
    currentThread: () => started.get(getCurrentThread()!) ?? { name: 'main' },
    shutDownAll() {
      for (const thread of started.values()) thread.interrupt();
    },
    lock: createLock,
    atomic: createAtomic,
    disposable: createDisposable,
  };
}

function createThread(thread: RunnableThread): ScriptThread {
  const scriptThread: ScriptThread = {
    name: thread.name,
    join() {
      thread.run();
      if (thread.isAlive)
        throw new Error(`${thread.name}.join(): the thread waits for the code that calls join.`);
    },
    interrupt: () => thread.interrupt(),
    isAlive: () => thread.isAlive,
    waitFor: () => undefined,
    ...createTimers(),
  };
  started.set(thread, scriptThread);
  return scriptThread;
}

function createLock(): Lock {
  let owner: RunnableThread | 'main' | undefined;
  let depth = 0;
  const me = () => getCurrentThread() ?? 'main';
  function tryLock(): boolean {
    if (depth > 0 && owner !== me()) return false;
    owner = me();
    depth += 1;
    return true;
  }
  return {
    tryLock,
    isLocked: () => depth > 0,
    lock() {
      if (tryLock()) return;
      throw new Error('lock(): code that waits for this thread holds the lock, so both would wait forever.');
    },
    unlock() {
      if (depth === 0 || owner !== me()) throw new Error('unlock(): this thread does not hold the lock.');
      depth -= 1;
    },
  };
}

function createAtomic(initial = 0): Atomic {
  let value = Number(initial);
  const getAndSet = (next: number) => {
    const previous = value;
    value = next;
    return previous;
  };
  const addAndGet = (delta: number) => (value += delta);
  const getAndAdd = (delta: number) => getAndSet(value + delta);
  return {
    get: () => value,
    set: (next) => void (value = next),
    getAndSet,
    addAndGet,
    getAndAdd,
    compareAndSet: (expected, next) => value === expected && (getAndSet(next), true),
    incrementAndGet: () => addAndGet(1),
    decrementAndGet: () => addAndGet(-1),
    getAndIncrement: () => getAndAdd(1),
    getAndDecrement: () => getAndAdd(-1),
    toString: () => String(value),
  };
}

function createDisposable(): Disposable {
  let result: { value: unknown } | undefined;
  return {
    setAndNotify: (value) => void (result ??= { value }),
    blockedGet(timeoutMs) {
      if (!result) runWaitingThreads();
      if (result || timeoutMs !== undefined) return result?.value;
      throw new Error(
        'blockedGet(): no thread sets the value. On this agent, timers and callbacks run only after the code that waits.',
      );
    },
  };
}

/** Creates `sync`: a function that one thread at a time runs. */
export function createSync(): ModuleGlobals['sync'] {
  return (act) => {
    const lock = createLock();
    const locked = function (this: unknown, ...values: never[]): unknown {
      lock.lock();
      try {
        return act.apply(this, values);
      } finally {
        lock.unlock();
      }
    };
    return locked as typeof act;
  };
}
