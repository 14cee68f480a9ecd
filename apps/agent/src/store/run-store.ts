import { ERRORS } from '@drover/contract/errors';
import { LINK_STORE_PATH, StoreReply } from '@drover/contract/store-calls';
import { setTimeout as delay } from 'node:timers/promises';
import type { StoreAnswer, StoreRequest, StoreTicketReply } from '../script/reports';

/** Milliseconds that the server may take to answer. */
const answerTimeoutMs = 10_000;

/** How long a change is repeated that may have been made, so that its reply is known. */
const settleMs = 5000;

/** First and longest pause between two attempts. */
const [minRetryMs, maxRetryMs] = [100, 5000];

/** Calls of a run that may wait. */
const maxCalls = 1000;

/** Codes of the system for connections that were not opened, so that the server got nothing. */
const unsentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

interface RunStoreOptions {
  runId: string;
  server: string;
  token: string;
}

/** What one attempt led to: a reply, or why there is none and whether the change may have been made. */
type Attempt = { reply: StoreAnswer } | { failure: string; mayBeApplied: boolean };

/**
 * The calls of the store by one run. They are sent one after the other. A change has a number, which it keeps when it is
 * sent again, so that the server makes it once. A script asks again until the answer is not `pending`.
 */
export class RunStore {
  private readonly replies = new Map<number, StoreTicketReply>();
  private readonly aborter = new AbortController();
  private last: Promise<unknown> = Promise.resolve();
  private changes = 0;
  /** Why the last attempt failed, while calls wait for the server. */
  private failure?: string;

  constructor(private readonly options: RunStoreOptions) {}

  handle(request: StoreRequest): StoreTicketReply {
    const { ticket } = request;
    const reply = this.replies.get(ticket);
    if (!reply) this.start(request);
    else if (reply.state !== 'pending') this.replies.delete(ticket);
    return reply ?? { state: 'pending' };
  }

  /** Ends what waits, because the run has ended. */
  close(): void {
    this.aborter.abort();
  }

  private start(request: StoreRequest): void {
    const { ticket, waitMs } = request;
    const settle = (answer: StoreAnswer) => this.replies.set(ticket, { state: 'done', answer });
    if (this.replies.size >= maxCalls) {
      settle(problem('INVALID', `a run can have at most ${maxCalls} calls at the same time`));
    } else if (this.failure !== undefined && waitMs === 0) {
      settle(offline(this.failure, false));
    } else {
      this.replies.set(ticket, { state: 'pending' });
      this.last = this.last.then(() => this.call(request)).then(settle);
    }
  }

  private async call({ scope, operation, waitMs }: StoreRequest): Promise<StoreAnswer> {
    const isRead = operation.type === 'get' || operation.type === 'list';
    if (!isRead) this.changes += 1;
    const { runId } = this.options;
    const body = JSON.stringify({ runId, scope, operation, ...(!isRead && { n: this.changes }) });
    const startedAt = Date.now();
    let mayBeApplied = false;
    for (let retryMs = minRetryMs; ; retryMs = Math.min(maxRetryMs, 2 * retryMs)) {
      const attempt = await this.attempt(body);
      if ('reply' in attempt) {
        this.failure = undefined;
        return attempt.reply;
      }
      this.failure = attempt.failure;
      mayBeApplied ||= attempt.mayBeApplied && !isRead;
      const patienceMs = Math.max(waitMs ?? Infinity, mayBeApplied ? settleMs : 0);
      const isOver = this.aborter.signal.aborted || Date.now() - startedAt + retryMs > patienceMs;
      if (isOver) {
        // The next call finds out whether the server answers again.
        this.failure = undefined;
        return offline(attempt.failure, mayBeApplied);
      }
      const pauseMs = retryMs * (0.5 + Math.random() / 2);
      await delay(pauseMs, undefined, { signal: this.aborter.signal }).catch(() => undefined);
    }
  }

  private async attempt(body: string): Promise<Attempt> {
    const { server, token } = this.options;
    try {
      const response = await fetch(`${server}${LINK_STORE_PATH}`, {
        method: 'POST',
        headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.any([this.aborter.signal, AbortSignal.timeout(answerTimeoutMs)]),
      });
      const answer: unknown = await response.json();
      if (response.ok) return { reply: StoreReply.parse(answer) };
      const refusal = toRefusal(response.status, answer as { code?: unknown; message?: unknown });
      if (refusal) return { reply: refusal };
      return { failure: `it responded with status ${response.status}`, mayBeApplied: true };
    } catch (error) {
      const { cause, message } = error as Error;
      const { code } = (cause ?? {}) as { code?: string };
      const failure = cause instanceof Error ? cause.message || String(code) : message;
      return { failure, mayBeApplied: !unsentCodes.has(code ?? '') };
    }
  }
}

/** The answer for a response that a repeated call would get too. */
function toRefusal(status: number, body: { code?: unknown; message?: unknown }): StoreAnswer | undefined {
  if (body.code === ERRORS.noSuchRoute.code)
    return problem('UNSUPPORTED', 'the server is too old for stores');
  if (body.code === ERRORS.notFound.code) return problem('RUN_ENDED', 'the server no longer has the run');
  if (body.code === ERRORS.invalidToken.code) return problem('RUN_ENDED', 'the device was removed');
  return [400, 413, 422].includes(status) ? problem('INVALID', String(body.message)) : undefined;
}

function problem(code: Extract<StoreAnswer, { type: 'problem' }>['code'], message: string): StoreAnswer {
  return { type: 'problem', code, message };
}

function offline(failure: string, mayBeApplied: boolean): StoreAnswer {
  const effect = mayBeApplied
    ? 'It is not known whether the change was made'
    : 'Nothing was changed. { wait: true } waits for the server';
  const message = `the device is offline: the server cannot be reached (${failure}). ${effect}`;
  return { type: 'problem', code: 'OFFLINE', message, mayBeApplied };
}
