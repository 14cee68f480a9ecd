type Act = () => unknown;
type Listener = (...values: never[]) => unknown;

/** Timers of the script, also available as globals. */
export interface Timers {
  setTimeout(act: (...values: never[]) => unknown, ms?: number, ...values: unknown[]): unknown;
  setInterval(act: (...values: never[]) => unknown, ms?: number, ...values: unknown[]): unknown;
  setImmediate(act: (...values: never[]) => unknown, ...values: unknown[]): unknown;
  clearTimeout(timer: unknown): void;
  clearInterval(timer: unknown): void;
  clearImmediate(timer: unknown): void;
}

/** An event emitter. */
export interface Emitter {
  on(name: string, listener: Listener): Emitter;
  once(name: string, listener: Listener): Emitter;
  addListener(name: string, listener: Listener): Emitter;
  prependListener(name: string, listener: Listener): Emitter;
  prependOnceListener(name: string, listener: Listener): Emitter;
  removeListener(name: string, listener: Listener): Emitter;
  removeAllListeners(name?: string): Emitter;
  emit(name: string, ...values: unknown[]): boolean;
  eventNames(): (string | symbol)[];
  listenerCount(name: string): number;
  listeners(name: string): unknown[];
  setMaxListeners(count: number): Emitter;
  getMaxListeners(): number;
}

/** Events of the script. `exit` is emitted when the script ends by itself. */
export interface Events extends Emitter {
  emitter(): Emitter;
  /** Reaches the engines of this run; on phones, all scripts of the app. */
  broadcast: Emitter;
}

/** Work beside the script. On the Node agent a thread runs while other code waits, and is not interrupted by it. */
export interface Threads {
  start(act: Act): ScriptThread;
  currentThread(): ScriptThread | { name: string };
  shutDownAll(): void;
  lock(): Lock;
  atomic(value?: number): Atomic;
  disposable(): Disposable;
}

export interface ScriptThread {
  name: string;
  /** Waits until the thread has ended. */
  join(timeoutMs?: number): void;
  /** A thread that has not started never starts. A running one ends when it next sleeps. */
  interrupt(): void;
  isAlive(): boolean;
  waitFor(): void;
  setTimeout: Timers['setTimeout'];
  setInterval: Timers['setInterval'];
  setImmediate: Timers['setImmediate'];
  clearTimeout: Timers['clearTimeout'];
  clearInterval: Timers['clearInterval'];
  clearImmediate: Timers['clearImmediate'];
}

/** A lock that its thread may take again. */
export interface Lock {
  lock(): void;
  unlock(): void;
  tryLock(): boolean;
  isLocked(): boolean;
}

/** An integer, changed as a whole. */
export interface Atomic {
  get(): number;
  set(value: number): void;
  getAndSet(value: number): number;
  compareAndSet(expected: number, value: number): boolean;
  incrementAndGet(): number;
  decrementAndGet(): number;
  addAndGet(delta: number): number;
  getAndIncrement(): number;
  getAndDecrement(): number;
  getAndAdd(delta: number): number;
  toString(): string;
}

/** A value that one thread waits for and another provides. */
export interface Disposable {
  blockedGet(timeoutMs?: number): unknown;
  setAndNotify(value: unknown): void;
}

/** Scripts that this script starts. On the Node agent they belong to its run. */
export interface Engines {
  myEngine(): Engine;
  execScript(name: string, code: string, config?: ExecutionConfig): Execution;
  execScriptFile(path: string, config?: ExecutionConfig): Execution;
  /** Lists this engine and those that it started. */
  all(): Engine[];
  /** Stops the engines that this one started. */
  stopAll(): void;
  stopAllAndToast(): void;
}

export interface ExecutionConfig {
  arguments?: Record<string, unknown>;
  /** Milliseconds before the start. */
  delay?: number;
  /** How often the script runs. 0 means until it is stopped. */
  loopTimes?: number;
  /** Milliseconds between two repetitions. */
  interval?: number;
  path?: string;
}

export interface Execution {
  id: number;
  getId(): number;
  getEngine(): Engine;
  getConfig(): ExecutionConfig;
}

export interface Engine {
  id: number;
  getId(): number;
  execArgv: Record<string, unknown>;
  source: string;
  getSource(): string;
  cwd(): string;
  forceStop(): void;
  isDestroyed(): boolean;
  /** Emits an event on the `events` of the engine's script. */
  emit(name: string, ...values: unknown[]): void;
}
