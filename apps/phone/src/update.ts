import type { RunOrder } from '@drover/contract/link';
import { LINK_AGENT_PATH } from '@drover/contract/link-protocol';
import type { Outcome, Script, UpdateHost } from '@drover/device-agent';
import type { Credential } from './credential';

/** Milliseconds that a new agent has to connect, before the former one comes back. */
const connectTimeoutMs = 60_000;

/** Milliseconds that a new agent has to stay connected before the former one ends. */
const healthyMs = 3000;

/** Milliseconds that the app has to stop an agent that did not connect. */
const stopTimeoutMs = 10_000;

const pollMs = 200;

/** Broadcast by the agent that an update started, with the ID of the run, when it stays connected. */
const confirmation = 'drover-agent-updated';

const interrupted = 'the agent ended during the update, and runs in its former version';

/** An update that an agent continues. */
export interface OpenUpdate {
  runId: string;
  /** What the new agent did wrong, after "because the new one". Absent in the new agent. */
  problem?: string;
}

interface PhoneUpdatesOptions {
  credential: Credential;
  /** The update that started this agent, or that failed while this agent waited. */
  open?: OpenUpdate;
  /** Ends the agent's work, and calls back when its files and its link are closed. */
  release: (done: () => void) => void;
  /** Starts the agent again. */
  restart: (failed: OpenUpdate) => void;
}

/**
 * Updates the agent of a phone. The new agent starts in an engine of its own. The former one releases link and files,
 * and ends when the new one stays connected. Otherwise it stops the new one and continues.
 */
export class PhoneUpdates implements UpdateHost {
  private healthTimer: unknown;
  private onConfirmed?: () => void;

  constructor(private readonly options: PhoneUpdatesOptions) {}

  start({ runId }: RunOrder, onEnded: (outcome: Outcome) => void): Script {
    let isCanceled = false;
    let isReleased = false;
    // The caller reports the start of the run first.
    setTimeout(() => {
      if (isCanceled) return onEnded({ state: 'stopped' });
      let code: string;
      try {
        code = this.fetchAgent();
      } catch (error) {
        const reason = `the update could not be installed: ${(error as Error).message}`;
        return onEnded({ state: 'failed', reason });
      }
      isReleased = true;
      this.options.release(() => tryAgent(code, runId, this.options.restart));
    }, 0);
    return { stop: () => (isCanceled = !isReleased) };
  }

  resume({ runId }: RunOrder, onEnded: (outcome: Outcome) => void): void {
    const { open } = this.options;
    if (!open || open.runId !== runId) {
      return onEnded({ state: 'failed', reason: interrupted });
    }
    if (open.problem === undefined) {
      this.onConfirmed = () => {
        events.broadcast.emit(confirmation, runId);
        onEnded({ state: 'succeeded' });
      };
    } else
      onEnded({ state: 'failed', reason: `the former version is back, because the new one ${open.problem}` });
  }

  onLinkChange(isUp: boolean): void {
    if (this.healthTimer !== undefined) clearTimeout(this.healthTimer);
    this.healthTimer = undefined;
    const { onConfirmed } = this;
    if (!isUp || !onConfirmed) return;
    this.healthTimer = setTimeout(() => {
      this.onConfirmed = undefined;
      onConfirmed();
    }, healthyMs);
  }

  private fetchAgent(): string {
    const { server, token } = this.options.credential;
    const response = http.get(server + LINK_AGENT_PATH, { headers: { Authorization: `token ${token}` } });
    if (Number(response.statusCode) === 200) return String(response.body.string());
    throw new Error(`the server responded with status ${response.statusCode}`);
  }
}

/** Starts an agent, and ends this script when that agent stays connected. Otherwise stops it and starts this one again. */
function tryAgent(code: string, runId: string, restart: (failed: OpenUpdate) => void): void {
  let isConfirmed = false;
  events.broadcast.on(confirmation, (confirmed: string) => {
    if (String(confirmed) === runId) isConfirmed = true;
  });
  let execution: AppExecution;
  try {
    execution = engines.execScript('drover-agent', code, {
      arguments: { vars: JSON.stringify({ updateRunId: runId }) },
    });
  } catch (error) {
    return restart({ runId, problem: `could not be started: ${String(error)}` });
  }
  const startedAt = Date.now();
  const poll = () => {
    if (isConfirmed) return exit();
    const elapsedMs = Date.now() - startedAt;
    const engine = execution.getEngine();
    if (engine && engine.isDestroyed()) {
      const problem =
        elapsedMs < connectTimeoutMs ? 'ended before it had connected' : 'did not connect within 60 s';
      return restart({ runId, problem });
    }
    if (elapsedMs >= connectTimeoutMs + stopTimeoutMs) {
      return restart({ runId, problem: 'did not connect within 60 s, and the app did not stop it' });
    }
    if (elapsedMs >= connectTimeoutMs && engine) engine.forceStop();
    setTimeout(poll, pollMs);
  };
  poll();
}

/** Returns the update that started this script. */
export function readOpenUpdate(): OpenUpdate | undefined {
  try {
    const { vars } = engines.myEngine().execArgv as { vars?: string };
    const { updateRunId } = JSON.parse(String(vars)) as { updateRunId?: string };
    return updateRunId === undefined ? undefined : { runId: updateRunId };
  } catch {
    // A user or the server started this script.
    return undefined;
  }
}
