import type { Engine, Engines, Execution, ExecutionConfig } from '@drover/script-types';
import { readFileSync } from 'node:fs';
import { getChannelLock, now, sleep, withChannel } from '../channel';
import { reportError } from '../failures';
import { startThread } from '../program';
import type { ScriptTask } from '../reports';
import { ENGINE_WORKER, engineId, getEngineTask, type EngineTask } from './engine-id';
import { emitTo } from './events';
import { getName, resolvePath } from './files';

/** Most engines that one script may have running. */
const maxEngines = 32;

/** Milliseconds between two looks at engines that this one waits for. */
const pollMs = 20;

/** Engines that this one has started and that may still run. */
const children: ChildEngine[] = [];
const createCell = (value = 0) => {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  cell[0] = value;
  return cell;
};
let lastId: Int32Array<SharedArrayBuffer> | undefined;

export function createEngines(task: ScriptTask): Engines {
  const stopAll = () => listRunning().forEach((child) => child.forceStop());
  function execScript(name: string, code: string, config: ExecutionConfig = {}): Execution {
    if (listRunning().length >= maxEngines) {
      throw new Error(`engines: this script already runs ${maxEngines} others. Wait until one has ended.`);
    }
    const child = new ChildEngine({ ...task, scriptName: String(name), code: String(code) }, config);
    children.push(child);
    const { id } = child.engine;
    return { id, getId: () => id, getEngine: () => child.engine, getConfig: () => config };
  }
  return {
    execScript,
    execScriptFile: (path, config) =>
      execScript(getName(path).replace(/\.js$/, ''), readFileSync(resolvePath(path), 'utf8'), config),
    myEngine: () => createOwnEngine(task),
    all: () => [createOwnEngine(task), ...listRunning().map(({ engine }) => engine)],
    stopAll,
    stopAllAndToast: stopAll,
  };
}

/** Waits until the engines that this one has started have ended, before this one does. */
export function waitForEngines(): void {
  while (listRunning().length > 0) {
    // This thread blocks, so its timers and events cannot start repetitions.
    for (const child of children) child.startIfDue();
    sleep(pollMs);
  }
}

function listRunning(): ChildEngine[] {
  children.splice(0, children.length, ...children.filter(({ isDestroyed }) => !isDestroyed));
  return children;
}

function createOwnEngine({ scriptName }: ScriptTask): Engine {
  const execArgv = getEngineTask()?.execArgv ?? {};
  return createEngine(
    { id: engineId, source: scriptName, execArgv },
    () => process.exit(0),
    () => false,
  );
}

function createEngine(
  facts: Pick<Engine, 'id' | 'source' | 'execArgv'>,
  forceStop: () => void,
  isDestroyed: () => boolean,
): Engine {
  return {
    ...facts,
    getId: () => facts.id,
    getSource: () => facts.source,
    cwd: () => process.cwd(),
    forceStop,
    isDestroyed,
    emit: (name, ...values) => emitTo(facts.id, name, values),
  };
}

/** A script that runs in a thread of this process, once or repeatedly. */
class ChildEngine {
  readonly ended = createCell();
  readonly engine: Engine;
  private stopThread?: () => void;
  private runs = 0;
  /** When the next run starts, unless one is running. */
  private dueAt?: number;
  private timer?: NodeJS.Timeout;
  /** 1 when the latest run has ended. */
  private runEnded = this.ended;

  constructor(
    private readonly task: ScriptTask,
    private readonly config: ExecutionConfig,
  ) {
    lastId = getEngineTask()?.lastId ?? lastId ?? createCell(1);
    const id = Atomics.add(lastId, 0, 1) + 1;
    const facts = { id, source: task.scriptName, execArgv: config.arguments ?? {} };
    this.engine = createEngine(
      facts,
      () => this.forceStop(),
      () => this.isDestroyed,
    );
    this.startAfter(config.delay ?? 0);
  }

  get isDestroyed(): boolean {
    return Atomics.load(this.ended, 0) === 1;
  }

  forceStop(): void {
    clearTimeout(this.timer);
    // While this thread holds the channel, the other one cannot end in the middle of a report.
    withChannel(() => this.stopThread?.());
    this.markEnded();
  }

  /** Starts the next run if its time has come. */
  startIfDue(): void {
    if (this.isDestroyed) return;
    if (this.dueAt !== undefined) {
      if (now() >= this.dueAt) this.start();
    } else if (Atomics.load(this.runEnded, 0) === 1) {
      this.startAfter(this.config.interval ?? 0);
    }
  }

  private startAfter(delayMs: number): void {
    this.dueAt = now() + delayMs;
    if (delayMs <= 0) this.start();
    // A timer may be early by the fraction of a millisecond.
    else this.timer = setTimeout(() => this.startIfDue(), delayMs + 1);
  }

  private start(): void {
    const { id, execArgv } = this.engine;
    const { loopTimes = 1 } = this.config;
    clearTimeout(this.timer);
    this.dueAt = undefined;
    this.runs += 1;
    const isLast = loopTimes !== 0 && this.runs >= loopTimes;
    this.runEnded = isLast ? this.ended : createCell();
    const workerData: EngineTask = {
      ...{ task: this.task, id, ended: this.runEnded, lastId: lastId!, channelLock: getChannelLock() },
      execArgv: JSON.parse(JSON.stringify(execArgv)) as Record<string, unknown>,
    };
    const worker = startThread(ENGINE_WORKER, { workerData });
    this.stopThread = () => void worker.terminate();
    worker.on('error', (error) => reportError(error, `${this.task.scriptName}: `));
    worker.once('exit', () => {
      // A thread that ran out of memory could not write this itself.
      Atomics.store(workerData.ended, 0, 1);
      this.startIfDue();
    });
  }

  private markEnded(): void {
    Atomics.store(this.ended, 0, 1);
  }
}
