import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { RhinoScript, type Request } from './rhino';

/** The apps that the agent of phones is written for. */
export type App = 'autox' | 'autojs6' | 'autojs4';

/** A phone with an app: scripts in engines of their own, one log, real sockets. */
export class Phone {
  /** What the app's log and screen show, the newest last. */
  readonly shown: { op: string; text: string }[] = [];
  readonly started: string[] = [];
  private readonly scripts = new Set<RhinoScript>();
  private readonly sockets = new Set<WebSocket>();
  private count = 0;

  constructor(
    private readonly folder: string,
    private readonly app: App = 'autox',
  ) {}

  /** Starts a script as a person would: the agent, for one. */
  async start(code: string, name = 'drover-agent.js'): Promise<RhinoScript> {
    return this.run({ code, name });
  }

  /** The app is killed, and all scripts with it. */
  async kill(): Promise<void> {
    await Promise.all([...this.scripts].map((script) => script.kill()));
    for (const socket of this.sockets) socket.terminate();
  }

  private async run({
    code,
    name,
    given = '',
  }: {
    code: string;
    name: string;
    given?: string;
  }): Promise<RhinoScript> {
    this.count += 1;
    const file = join(this.folder, `script-${this.count}.js`);
    await mkdir(this.folder, { recursive: true });
    await writeFile(file, code);
    const ownSockets = new Map<string, WebSocket>();
    const children = new Map<string, Promise<RhinoScript>>();
    const obey: Record<string, (request: Request) => void> = {
      open: ({ id, url }) => ownSockets.set(String(id), this.open(script, Number(id), url)),
      send: ({ id, text }) => ownSockets.get(String(id))?.send(text),
      close: ({ id, code }) => ownSockets.get(String(id))?.close(Number(code) || 1000),
      broadcast: ({ name, value }) => {
        for (const other of this.scripts) other.tell({ type: 'broadcast', name, value });
      },
      exec: (request) => children.set(request.id, this.runChild(script, request)),
      stop: ({ id }) => void children.get(id)?.then((child) => child.kill()),
    };
    const script: RhinoScript = new RhinoScript([this.folder, this.app, file, name, given], (request) => {
      if (obey[request.op]) obey[request.op](request);
      else this.shown.push({ op: request.op, text: request.text });
    });
    this.scripts.add(script);
    void script.ended.then(() => {
      this.scripts.delete(script);
      for (const socket of ownSockets.values()) socket.terminate();
    });
    return script;
  }

  private async runChild(parent: RhinoScript, request: Request): Promise<RhinoScript> {
    const { id, name, code } = request;
    this.started.push(name);
    const child = await this.run({ code, name, given: request.arguments });
    parent.tell({ type: 'engine', id, isDestroyed: false });
    void child.ended.then(() =>
      parent.tell({ type: 'engine', id, isDestroyed: true, exception: child.exception }),
    );
    return child;
  }

  private open(script: RhinoScript, id: number, url: string): WebSocket {
    const socket = new WebSocket(url);
    const tell = (event: string, ...values: unknown[]) => script.tell({ type: 'socket', id, event, values });
    this.sockets.add(socket);
    socket.on('open', () => tell('open'));
    socket.on('message', (data: Buffer) => tell('text', data.toString()));
    socket.on('error', (error) => tell('failure', error.message));
    socket.on('close', (code, reason) => {
      this.sockets.delete(socket);
      tell('closed', code, reason.toString());
    });
    return socket;
  }
}
