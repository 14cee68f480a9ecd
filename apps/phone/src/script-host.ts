import {
  LastFailedStep,
  type Outcome,
  type Script,
  type ScriptEvents,
  type ScriptHost,
} from '@drover/device-agent';
import { insertPrelude } from '@drover/device-agent/insert-prelude';
import type { RunOrder } from '@drover/contract/link';
import { FREE_PLAN, LINK_CODE_PATH } from '@drover/contract/link-protocol';
import type { ArtifactUploads } from './artifact-uploads';
import type { Credential } from './credential';
import { collectExceptions } from './exceptions';
import type { ScriptReport, ScriptTask } from './reports';

/** Runs each script in an engine of its own. Scripts report by a broadcast event. */
export class EngineHost implements ScriptHost {
  private readonly channel = `drover-${Date.now()}-${Math.floor(Math.random() * 1_000_000)}`;
  private readonly scripts: Record<string, EngineScript> = {};
  private readonly takeException = collectExceptions();

  constructor(
    private readonly credential: Credential,
    private readonly uploads: ArtifactUploads,
  ) {
    events.broadcast.on(this.channel, (json: string) => this.receive(String(json)));
  }

  store(
    order: RunOrder,
    done: (error: unknown, stored: { order: RunOrder; journaled: RunOrder }) => void,
  ): void {
    done(undefined, { order, journaled: order });
  }

  restore(journaled: RunOrder): RunOrder {
    return journaled;
  }

  prepare(order: RunOrder, done: (problem: string | undefined, code?: string) => void): () => void {
    let code = order.code;
    try {
      if (code === undefined) code = this.fetchCode(order);
    } catch (error) {
      done(`the code could not be fetched: ${String(error)}`);
      return () => undefined;
    }
    done(undefined, code);
    return () => undefined;
  }

  start(order: RunOrder, code: string, scriptEvents: ScriptEvents): Script {
    const { runId, env, robotName, name, plan = FREE_PLAN, screenshotOnFailure } = order;
    const task: ScriptTask & { runId: string; channel: string } = {
      ...{ runId, env, robotName, scriptName: name, plan, screenshotOnFailure },
      channel: this.channel,
      artifacts: this.uploads.createTask(runId),
    };
    const prelude =
      '(function (scope) { var task = JSON.parse(String(engines.myEngine().execArgv.vars));' +
      ' var report = function (message) { message.runId = task.runId;' +
      ` events.broadcast.emit(task.channel, JSON.stringify(message)); }; ${DROVER_PRELUDE} })(this);`;
    // The script may report before execScript returns.
    const script = new EngineScript(scriptEvents);
    this.scripts[runId] = script;
    try {
      script.execution = engines.execScript(name.replace(/\.js$/, ''), insertPrelude(code, prelude), {
        arguments: { vars: JSON.stringify(task) },
      });
    } catch (error) {
      delete this.scripts[runId];
      throw error;
    }
    return script;
  }

  release(_order: RunOrder, done: () => void): void {
    done();
  }

  /** Scripts do not outlive the app. */
  endLeftovers(_record: unknown, done: () => void): void {
    done();
  }

  cleanUp(_waiting: RunOrder[], done: () => void): void {
    done();
  }

  /** Stops scripts and notices their ends. Call it repeatedly: the apps have no event for either. */
  poll(): void {
    Object.keys(this.scripts).forEach((runId) => {
      const script = this.scripts[runId];
      if (!script.poll()) return;
      delete this.scripts[runId];
      script.end(script.execution && this.takeException(script.execution));
    });
  }

  private fetchCode({ sha256 }: RunOrder): string {
    const { server, token } = this.credential;
    const response = http.get(`${server}${LINK_CODE_PATH}/${sha256}`, {
      headers: { Authorization: `token ${token}` },
    });
    if (Number(response.statusCode) === 200) return String(response.body.string());
    throw new Error(`the server responded with status ${response.statusCode}`);
  }

  private receive(json: string): void {
    try {
      const report = JSON.parse(json) as ScriptReport & { runId: string };
      if (report.type === 'artifact') return this.uploads.wake();
      const script = this.scripts[report.runId];
      if (script) script.receive(report);
    } catch (error) {
      // Any script of the app may use the channel, and none may end the agent.
      console.warn(`drover: ignored a report of a script: ${String(error)}`);
    }
  }
}

/** A script in its engine. */
class EngineScript implements Script {
  execution?: AppExecution;
  private isStopping = false;
  private isDestroyed = false;
  private hasExited = false;
  private readonly lastFailed = new LastFailedStep();

  constructor(private readonly events: ScriptEvents) {}

  /** Requests the stop. The engine may not exist yet, so `poll` stops it. */
  stop(): void {
    this.isStopping = true;
  }

  receive(report: ScriptReport): void {
    this.lastFailed.note(report);
    if (report.type === 'log') this.events.onLine(report.level, report.text, report.at);
    else if (report.type === 'posted') this.events.onPosted(report);
    else if (report.type === 'result') this.events.onResult(report);
    else if (report.type === 'progress') this.events.onProgress(report);
    else if (report.type === 'step') this.events.onStep(report);
    else if (report.type === 'exit') this.hasExited = true;
  }

  /** Returns whether the script has ended. Waits one more poll, because its last reports may still arrive. */
  poll(): boolean {
    const engine = this.execution && this.execution.getEngine();
    if (!engine) return false;
    if (this.isDestroyed) return true;
    this.isDestroyed = engine.isDestroyed();
    if (!this.isDestroyed && this.isStopping) engine.forceStop();
    return false;
  }

  end(exception: string | undefined): void {
    this.events.onEnded(this.toOutcome(exception));
  }

  private toOutcome(exception: string | undefined): Outcome {
    if (this.hasExited || exception === undefined) return { state: 'succeeded' };
    if (/ScriptInterruptedException/.test(exception))
      return { state: 'stopped', reason: 'stopped on the phone' };
    const { key } = this.lastFailed;
    if (key !== undefined) this.events.onStep({ state: 'fatal', key, at: Date.now() });
    this.events.onLine('error', exception);
    return { state: 'failed', reason: exception };
  }
}
