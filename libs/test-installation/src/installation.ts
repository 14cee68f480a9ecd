import { type Device, Drover, type Run, type RunState } from '@drover/sdk';
import { freePort } from '@drover/test-services';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { eventually } from './eventually';
import { copyFirstDatabase, copyFirstStart, type OwnDatabase } from './first-start';
import { createScratchFolder, Program } from './programs';
import { Proxy } from './proxy';

/** How long a server may take to start. It may have to create its database, on a busy machine. */
const startTimeoutMs = 120_000;

/** How long hundreds of devices may take to enrol and connect. */
const fleetTimeoutMs = 120_000;

interface InstallationOptions {
  /** Number of servers. Several servers run behind a proxy, and need PostgreSQL and NATS. */
  nodes?: number;
  /** Environment variables of the servers. `PORT` is that of the first one. */
  env?: NodeJS.ProcessEnv;
  /** Uses the embedded database even if there is a PostgreSQL, for a test that depends on it. */
  isEmbedded?: boolean;
}

/** A separate installation for a test: one server on a database of its own, or several servers, and agents. */
export class Installation {
  readonly drover: Drover;
  readonly servers: Program[] = [];
  readonly token = `hmp_${randomBytes(32).toString('hex')}`;
  private readonly agents: Program[] = [];
  private readonly env: NodeJS.ProcessEnv;

  private constructor(
    private readonly scratchFolder: Awaited<ReturnType<typeof createScratchFolder>>,
    private readonly ports: number[],
    { env = {}, proxy, database }: { env?: NodeJS.ProcessEnv; proxy?: Proxy; database?: OwnDatabase },
  ) {
    // On PostgreSQL a server stores secrets only with a key of its own. The embedded database brings a key file.
    const ofDatabase = database && { DATABASE_URL: database.url, DROVER_SECRET_KEY: '5e'.repeat(32) };
    const { PORT: _port, ...others } = env;
    this.env = { ...ofDatabase, ...others };
    this.proxy = proxy;
    this.database = database;
    this.drover = this.createClient(this.url);
  }

  /** The proxy in front of several servers. */
  readonly proxy?: Proxy;
  private readonly database?: OwnDatabase;

  static async start({ nodes = 1, env, isEmbedded }: InstallationOptions = {}): Promise<Installation> {
    const ports: number[] = env?.PORT ? [Number(env.PORT)] : [];
    while (ports.length < nodes) ports.push(await freePort());
    const proxy =
      nodes > 1 ? await Proxy.listen(ports.map((port) => ({ host: '127.0.0.1', port }))) : undefined;
    const hasOwnDatabase = !env?.DATABASE_URL && !isEmbedded;
    const database = hasOwnDatabase ? await copyFirstDatabase() : undefined;
    const installation = new Installation(await createScratchFolder(), ports, { env, proxy, database });
    if (hasOwnDatabase) await copyFirstStart(installation.dataDir);
    for (const node of ports.keys()) await installation.startServer(node);
    return installation;
  }

  /** The URL of its database on PostgreSQL, for a test that inserts a long history. */
  get databaseUrl(): string | undefined {
    return this.database?.url;
  }

  get folder(): string {
    return this.scratchFolder.path;
  }

  /** The URL for agents and users: that of the proxy, or of the only server. */
  get url(): string {
    return this.proxy ? `http://127.0.0.1:${this.proxy.port}` : this.getNodeUrl(0);
  }

  getNodeUrl(node: number): string {
    return `http://127.0.0.1:${this.ports[node]}`;
  }

  /** The first server. */
  get server(): Program {
    return this.servers[0];
  }

  /** Creates a client that retries while a server is unavailable. */
  createClient(baseUrl: string): Drover {
    return new Drover({ baseUrl, token: this.token, retries: 20, timeoutMs: 60_000 });
  }

  get dataDir(): string {
    return join(this.folder, 'server');
  }

  /** Starts a server, or restarts it on the same data directory and port. */
  async startServer(node = 0): Promise<void> {
    this.servers[node] = this.spawnServer(this.ports[node]);
    await waitUntilReady(this.getNodeUrl(node));
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

  /** Starts an agent. It enrols the first time; later starts use its data folder. */
  async startAgent(name: string, env?: NodeJS.ProcessEnv): Promise<{ agent: Program; device: Device }> {
    const data = join(this.folder, `agent-${name}`);
    const existing = (await this.drover.devices.list({ name })).items[0];
    const args = existing ? [] : ['--server', this.url, '--key', await this.createKey(), '--name', name];
    // Scripts of tests leave marks in the folder of the installation.
    const folders = ['--data', data, '--writable', this.folder];
    const agent = new Program('agent', { args: [...args, ...folders], env });
    this.agents.push(agent);
    const { items } = await eventually(
      () => this.drover.devices.list({ name, online: true }),
      ({ count }) => count === 1,
    );
    return { agent, device: items[0] };
  }

  /** Starts agents concurrently. Returns their devices in the order of the names. */
  async startAgents(...names: string[]): Promise<Device[]> {
    const started = await Promise.all(names.map((name) => this.startAgent(name)));
    return started.map(({ device }) => device);
  }

  /** Starts simulated devices, which only report runs. `options` are those of `drover-agent simulate`. */
  async startFleet(count: number, ...options: string[]): Promise<Program> {
    const fleet = ['simulate', '--server', this.url, '--key', await this.createKey(count)];
    const agent = new Program('agent', { args: [...fleet, '--count', String(count), ...options] });
    this.agents.push(agent);
    return agent;
  }

  async createKey(maxUses = 1): Promise<string> {
    return (await this.drover.enrolmentKeys.create({ maxUses })).key;
  }

  /** Waits until this many devices are online. */
  async waitUntilOnline(count: number): Promise<void> {
    await eventually(
      () => this.drover.devices.list({ online: true, limit: 1, total: true }),
      ({ total }) => total === count,
      fleetTimeoutMs,
    );
  }

  /** Creates a devscript with this code, and returns its ID. */
  async createScript(code: string, config?: object[]): Promise<string> {
    const { _id } = await this.drover.devscripts.create({ name: 'story' });
    await this.drover.devscripts.uploadFiles(_id, { code, config });
    return _id;
  }

  /** Runs code on a device, and returns the run once it is in one of the states. */
  async run(device: Device, code: string, states: RunState[]): Promise<Run> {
    const { jobId } = await this.drover.devscripts.run(await this.createScript(code), { devices: [device] });
    return this.waitForRun(jobId, states);
  }

  /** Returns the only run of a job once it is in one of the states. */
  async waitForRun(jobId: string, states: RunState[], timeoutMs?: number): Promise<Run> {
    return eventually(
      () => this.getRun(jobId),
      ({ state }) => states.includes(state),
      timeoutMs,
    );
  }

  /** Returns the only run of a job. */
  async getRun(jobId: string): Promise<Run> {
    const { items } = await this.drover.runs.list({ jobId });
    if (items.length !== 1) throw new Error(`The job ${jobId} has ${items.length} runs.`);
    return items[0];
  }

  async readLog({ _id }: Run): Promise<string[]> {
    const texts: string[] = [];
    for (let after: number | undefined = 0; after !== undefined;) {
      const { items } = await this.drover.runs.listLogs(_id, { after, limit: 10_000 });
      texts.push(...items.map(({ text }) => text));
      after = items.at(-1)?.seq;
    }
    return texts;
  }

  async close(): Promise<void> {
    await Promise.all(this.agents.map((agent) => agent.stop()));
    await Promise.all(this.servers.map((server) => server.stop()));
    await this.proxy?.close();
    await this.database?.drop();
    await this.scratchFolder.remove();
  }
}

/** Waits until the server reports that it is ready. */
export async function waitUntilReady(url: string): Promise<void> {
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await eventually(isReady, (ready) => ready, startTimeoutMs);
}
