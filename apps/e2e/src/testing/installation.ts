import { Drover, type Device, type Run, type RunState } from '@drover/sdk';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eventually } from './eventually';
import { Program, scratchFolder } from './programs';

/** An installation of its own: a server on an embedded database, and agents. */
export class Installation {
  readonly drover: Drover;
  server!: Program;
  private readonly agents: Program[] = [];
  readonly token = `hmp_${randomBytes(32).toString('hex')}`;

  private constructor(
    readonly folder: string,
    private readonly removeFolder: () => Promise<void>,
    private readonly port: number,
  ) {
    this.drover = new Drover({ baseUrl: this.url, token: this.token });
  }

  static async start(): Promise<Installation> {
    const { path, remove } = await scratchFolder();
    const installation = new Installation(path, remove, await freePort());
    await installation.startServer();
    return installation;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get dataDir(): string {
    return join(this.folder, 'server');
  }

  /** Starts the server, again on the same data directory and port after it ended. */
  async startServer(): Promise<void> {
    this.server = this.spawnServer(this.port);
    await eventually(
      () =>
        fetch(`${this.url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      (isReady) => isReady,
    );
  }

  spawnServer(port: number): Program {
    const env = {
      DATA_DIR: this.dataDir,
      PORT: String(port),
      DROVER_ADMIN_TOKEN: this.token,
      LOG_LEVEL: 'warn',
    };
    return new Program('api', { env });
  }

  /** Starts an agent; the first time it enrols, then its data folder remembers. */
  async startAgent(name: string): Promise<{ agent: Program; device: Device }> {
    const data = join(this.folder, `agent-${name}`);
    const known = (await this.drover.devices.list({ name })).items[0];
    const args = known ? [] : ['--server', this.url, '--key', await this.createKey(), '--name', name];
    const agent = new Program('agent', { args: [...args, '--data', data] });
    this.agents.push(agent);
    const { items } = await eventually(
      () => this.drover.devices.list({ name, online: true }),
      ({ count }) => count === 1,
    );
    return { agent, device: items[0] };
  }

  private async createKey(): Promise<string> {
    return (await this.drover.enrolmentKeys.create({ maxUses: 1 })).key;
  }

  /** A devscript with code. */
  async createScript(code: string, config?: object[]): Promise<string> {
    const { _id } = await this.drover.devscripts.create({ name: 'story' });
    await this.drover.devscripts.uploadFiles(_id, { code, config });
    return _id;
  }

  /** Runs code on a device, and gives the run as soon as it is in one of the states. */
  async run(device: Device, code: string, until: RunState[]): Promise<Run> {
    const { jobId } = await this.drover.devscripts.run(await this.createScript(code), { devices: [device] });
    return this.runOf(jobId, until);
  }

  /** The one run of a job, once it is in one of the states. */
  async runOf(jobId: string, until: RunState[]): Promise<Run> {
    const look = async () => (await this.drover.runs.list({ jobId })).items[0];
    return eventually(look, ({ state }) => until.includes(state));
  }

  async logOf({ _id }: Run): Promise<string[]> {
    return (await this.drover.runs.listLogs(_id)).items.map(({ text }) => text);
  }

  async close(): Promise<void> {
    await Promise.all(this.agents.map((agent) => agent.stop()));
    await this.server.stop();
    await this.removeFolder();
  }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
