import { EventEmitter, once } from 'node:events';
import { createContext, Script } from 'node:vm';
import { WebSocket } from 'ws';
import { waitTimeoutMs } from './eventually';

interface Frame {
  type: string;
  data: unknown;
  [key: string]: unknown;
}

interface RunCommand {
  id: string;
  name: string;
  script: string;
}

/**
 * Simulates a stock AutoX app in the mode "connect to computer": frames, pings, and one log for all scripts. Scripts run
 * in a Node context until they wait for something. The agent is not run.
 */
export class StockAutox {
  readonly frames: Frame[] = [];
  private readonly arrivals = new EventEmitter();
  private readonly exits = new Map<string, () => void>();
  private closing?: Promise<[number, Buffer]>;

  /** `storage` is what scripts have stored on the phone. A client of another phone has another one. */
  private constructor(
    readonly socket: WebSocket,
    readonly storage: Map<string, string>,
  ) {}

  static async connect(
    url: string,
    key: string,
    { hello = {}, storage = new Map() }: { hello?: object | null; storage?: Map<string, string> } = {},
  ): Promise<StockAutox> {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/autox/${key}`);
    const phone = new StockAutox(socket, storage);
    phone.closing = once(socket, 'close') as Promise<[number, Buffer]>;
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer) => phone.handleFrame(JSON.parse(data.toString()) as Frame));
    await once(socket, 'open');
    if (hello) phone.send({ type: 'hello', data: { ...stockHello, ...hello } });
    return phone;
  }

  send(frame: object | string): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** Writes a log line in the format of the app. */
  log(level: string, text: string): void {
    this.send({ type: 'log', data: { log: `14:03:22.123/${level}: ${text}` } });
  }

  /** Returns the next matching frame, and keeps the others. */
  async next(isMeant: (frame: Frame) => boolean): Promise<Frame> {
    const signal = AbortSignal.timeout(waitTimeoutMs);
    for (;;) {
      const index = this.frames.findIndex(isMeant);
      if (index >= 0) return this.frames.splice(index, 1)[0];
      await once(this.arrivals, 'frame', { signal }).catch(() => {
        const received = this.frames.map(({ type }) => type).join(', ') || 'nothing';
        throw new Error(
          `The expected frame did not arrive within ${waitTimeoutMs} ms. Received: ${received}.`,
        );
      });
    }
  }

  async command(command: string, isMeant: (data: RunCommand) => boolean = () => true): Promise<RunCommand> {
    const { data } = await this.next(({ type, data }) => {
      const ordered = data as RunCommand & { command: string };
      return type === 'command' && ordered.command === command && isMeant(ordered);
    });
    return data as RunCommand;
  }

  /** Close code and reason. */
  async closed(): Promise<[number, string]> {
    const [code, reason] = await (this.closing as Promise<[number, Buffer]>);
    return [code, reason.toString()];
  }

  async close(): Promise<void> {
    this.socket.terminate();
    await this.closing;
  }

  private handleFrame(frame: Frame): void {
    const { id, script } = (frame.data ?? {}) as Partial<RunCommand>;
    // The app runs it without delay, so no spec has to.
    if (id === 'drover-phone' && script) return this.run({ id, name: `${id}.js`, script });
    this.frames.push(frame);
    this.arrivals.emit('frame');
  }

  /** Runs a script like the app, and writes its output. */
  run({ id, name, script }: RunCommand): void {
    const write = (letter: string) => (text: unknown) => this.log(letter, String(text));
    const console = Object.fromEntries(
      Object.entries({ verbose: 'V', log: 'D', info: 'I', warn: 'W', error: 'E' }).map(([method, letter]) => [
        method,
        write(letter),
      ]),
    );
    const storages = {
      create: () => ({
        get: (name: string) => this.storage.get(name),
        put: (name: string, value: string) => void this.storage.set(name, value),
      }),
    };
    const events = { on: (_name: string, exit: () => void) => this.exits.set(id, exit) };
    try {
      new Script(script, { filename: name }).runInContext(
        createContext({ console, events, storages, log: console.log }),
      );
    } catch (error) {
      const { stack = '' } = error as Error;
      const line = new RegExp(`${name}:(\\d+)`).exec(stack)?.[1];
      this.log('E', `${String(error)} (/sdcard/${name}#${line})`);
    }
  }

  /** Ends a script that has finished or was stopped. */
  end(id: string): void {
    this.exits.get(id)?.();
  }
}

const stockHello = {
  device_name: 'Xiaomi MI 11',
  app_version: '7.0.4',
  app_version_code: 704,
  client_version: 2,
};
