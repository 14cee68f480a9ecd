import { Drover, type Device, type Run, type RunState } from '@drover/sdk';
import { freePort } from '@drover/test-services';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { eventually } from './eventually';
import { copyFirstStart } from './first-start';
import { Program, scratchFolder } from './programs';
import { Proxy } from './proxy';

/** How long a server may take to start: its first database is made then, on a machine that may be busy. */
const startPatienceMs = 60_000;

/** How long hundreds of devices may take to enrol and connect. */
const fleetPatienceMs = 120_000;

interface InstallationOptions {
  /** How many servers; more than one stand behind a proxy, and need a database and a bus. */
  nodes?: number;
  /** Settings of the servers. */
  env?: NodeJS.ProcessEnv;
}

/** An installation of its own: a server on an embedded database, or many, and agents. */
export class Installation {
  readonly drover: Drover;
  readonly servers: Program[] = [];
  readonly token = `hmp_${randomBytes(32).toString('hex')}`;
  private readonly agents: Program[] = [];
  private readonly env: NodeJS.ProcessEnv;

  private constructor(
    private readonly scratch: Awaited<ReturnType<typeof scratchFolder>>,
    private readonly ports: number[],
    { env = {}, proxy }: InstallationOptions & { proxy?: Proxy },
  ) {
    this.env = env;
    this.proxy = proxy;
    this.drover = this.droverAt(this.url);
  }

  /** What stands before the servers where there are many. */
  readonly proxy?: Proxy;

  static async start({ nodes = 1, env }: InstallationOptions = {}): Promise<Installation> {
    const ports: number[] = [];
    while (ports.length < nodes) ports.push(await freePort());
    const proxy =
      nodes > 1 ? await Proxy.listen(ports.map((port) => ({ host: '127.0.0.1', port }))) : undefined;
    const installation = new Installation(await scratchFolder(), ports, { env, proxy });
    if (!env?.DATABASE_URL) await copyFirstStart(installation.dataDir);
    for (const node of ports.keys()) await installation.startServer(node);
    return installation;
  }

  get folder(): string {
    return this.scratch.path;
  }

  /** Where agents and people reach it. */
  get url(): string {
    return this.proxy ? `http://127.0.0.1:${this.proxy.port}` : this.urlOf(0);
  }

  urlOf(node: number): string {
    return `http://127.0.0.1:${this.ports[node]}`;
  }

  /** The first server. */
  get server(): Program {
    return this.servers[0];
  }

  /** A patient client: while a server is away, it asks again. */
  droverAt(baseUrl: string): Drover {
    return new Drover({ baseUrl, token: this.token, retries: 20, timeoutMs: 60_000 });
  }

  get dataDir(): string {
    return join(this.folder, 'server');
  }

  /** Starts a server, again on the same data directory and port after it ended. */
  async startServer(node = 0): Promise<void> {
    this.servers[node] = this.spawnServer(this.ports[node]);
    await untilReady(this.urlOf(node));
  }

  spawnServer(port: number): Program {
    const env = {
      DATA_DIR: this.dataDir,
      PORT: String(port),
      DROVER_ADMIN_TOKEN: this.token,
      LOG_LEVEL: 'warn',
      ...this.env,
    };
    return new Program('api', { env });
  }

  /** Starts an agent; the first time it enrols, then its data folder remembers. */
  async startAgent(name: string, env?: NodeJS.ProcessEnv): Promise<{ agent: Program; device: Device }> {
    const data = join(this.folder, `agent-${name}`);
    const known = (await this.drover.devices.list({ name })).items[0];
    const args = known ? [] : ['--server', this.url, '--key', await this.createKey(), '--name', name];
    const agent = new Program('agent', { args: [...args, '--data', data], env });
    this.agents.push(agent);
    const { items } = await eventually(
      () => this.drover.devices.list({ name, online: true }),
      ({ count }) => count === 1,
    );
    return { agent, device: items[0] };
  }

  /** Starts agents at once; gives their devices in the order of the names. */
  async startAgents(...names: string[]): Promise<Device[]> {
    const started = await Promise.all(names.map((name) => this.startAgent(name)));
    return started.map(({ device }) => device);
  }

  /** Connects simulated devices, which only say that they run something; `options` are those of `simulate`. */
  async startFleet(count: number, ...options: string[]): Promise<Program> {
    const fleet = ['simulate', '--server', this.url, '--key', await this.createKey(count)];
    const agent = new Program('agent', { args: [...fleet, '--count', String(count), ...options] });
    this.agents.push(agent);
    return agent;
  }

  async createKey(maxUses = 1): Promise<string> {
    return (await this.drover.enrolmentKeys.create({ maxUses })).key;
  }

  /** Waits until so many devices are connected. */
  async untilOnline(count: number): Promise<void> {
    await eventually(
      () => this.drover.devices.list({ online: true, limit: 1 }),
      (online) => online.count === count,
      fleetPatienceMs,
    );
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
  async runOf(jobId: string, until: RunState[], patienceMs?: number): Promise<Run> {
    return eventually(
      () => this.theRun(jobId),
      ({ state }) => until.includes(state),
      patienceMs,
    );
  }

  /** The one run of a job. */
  async theRun(jobId: string): Promise<Run> {
    const { items } = await this.drover.runs.list({ jobId });
    if (items.length !== 1) throw new Error(`The job ${jobId} has ${items.length} runs.`);
    return items[0];
  }

  async logOf({ _id }: Run): Promise<string[]> {
    return (await this.drover.runs.listLogs(_id)).items.map(({ text }) => text);
  }

  async close(): Promise<void> {
    await Promise.all(this.agents.map((agent) => agent.stop()));
    await Promise.all(this.servers.map((server) => server.stop()));
    await this.proxy?.close();
    await this.scratch.remove();
  }
}

/** Waits until a server can work. */
export async function untilReady(url: string): Promise<void> {
  const look = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await eventually(look, (isReady) => isReady, startPatienceMs);
}
