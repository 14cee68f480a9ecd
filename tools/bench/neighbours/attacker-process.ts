import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { AttackerRequest, Preparation } from './attacker';

/** The process of the hostile accounts. */
export class AttackerProcess {
  private constructor(private readonly child: ChildProcess) {}

  static async start(): Promise<AttackerProcess> {
    const child = fork(join(__dirname, 'attacker.ts'), idle(['--require', 'tsx/cjs']));
    await once(child, 'message');
    return new AttackerProcess(child);
  }

  /** Creates what the attacks need. */
  async prepare(preparation: Preparation): Promise<void> {
    await this.ask({ type: 'prepare', ...preparation });
  }

  /** Begins prepared attacks, by their keys. */
  async begin(...keys: string[]): Promise<void> {
    await this.ask({ type: 'start', keys });
  }

  /** Ends the attacks. Returns what they were answered. */
  async end(): Promise<string> {
    return (await this.ask<{ tally: string }>({ type: 'stop' })).tally;
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }

  private async ask<Answer>(request: AttackerRequest): Promise<Answer> {
    this.child.send(request);
    const [answer] = (await once(this.child, 'message')) as [Answer & { error?: string }];
    if (answer.error) throw new Error(`The attack was not prepared: ${answer.error}`);
    return answer;
  }
}

/**
 * Returns options for a process that uses only idle processor time, because real attackers have their own machines. On
 * Linux, the server and the bystander preempt a process with the scheduling policy SCHED_IDLE immediately.
 */
function idle(execArgv: string[]): ForkOptions {
  if (process.platform !== 'linux') return { execArgv };
  return { execPath: 'chrt', execArgv: ['--idle', '0', process.execPath, ...execArgv] };
}
