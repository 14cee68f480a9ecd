import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { type Request, RhinoScript } from './rhino';

interface Start {
  code: string;
  name: string;
  scriptArguments?: string;
  /** Absent for a script that a user starts. */
  onException?: (exception: string) => void;
}

/** The apps that the phone agent supports. */
export type App = 'autox' | 'autojs6' | 'autojs4';

/** A simulated phone with an app: each script has its own engine, all share one log, and sockets are real. */
export class Phone {
  /** What the app's log and screen have shown, oldest first. */
  readonly shown: { op: string; text: string }[] = [];
  readonly started: string[] = [];
  private readonly scripts = new Set<RhinoScript>();
  private readonly sockets = new Set<WebSocket>();
  private count = 0;

  constructor(
    private readonly folder: string,
    private readonly app: App = 'autox',
  ) {}

  /** Starts a script, for example the agent, as a user would. */
  async start(code: string, name = 'drover-agent.js'): Promise<RhinoScript> {
    return this.run({ code, name });
  }

  /** Kills the app and all its scripts. */
  async kill(): Promise<void> {
    await Promise.all([...this.scripts].map((script) => script.kill()));
    for (const socket of this.sockets) socket.terminate();
  }

  private async run({ code, name, scriptArguments = '', onException }: Start): Promise<RhinoScript> {
    this.count += 1;
    const file = join(this.folder, `script-${this.count}.js`);
    await mkdir(this.folder, { recursive: true });
    await writeFile(file, code);
    const ownSockets = new Map<string, WebSocket>();
    const children = new Map<string, Promise<RhinoScript>>();
    const handlers: Record<string, (request: Request) => void> = {
      open: ({ id, url }) => ownSockets.set(String(id), this.openSocket(script, Number(id), url)),
      send: ({ id, text }) => ownSockets.get(String(id))?.send(text),
      close: ({ id, code }) => ownSockets.get(String(id))?.close(Number(code) || 1000),
      broadcast: ({ name, value }) => {
        for (const other of this.scripts) other.post({ type: 'broadcast', name, value });
      },
      exec: (request) => children.set(request.id, this.runChild(script, request)),
      stop: ({ id }) => void children.get(id)?.then((child) => child.kill()),
      tag: ({ id, name, value }) =>
        void children.get(id)?.then((child) => child.post({ type: 'tag', name, value })),
      notified: ({ id }) => void children.get(id)?.then((child) => child.post({ type: 'notified' })),
      exception: ({ exception }) =>
        onException ? onException(exception) : script.post({ type: 'notified' }),
    };
    const script: RhinoScript = new RhinoScript(
      [this.folder, this.app, file, name, scriptArguments],
      (request) => {
        if (handlers[request.op]) handlers[request.op](request);
        else this.shown.push({ op: request.op, text: request.text });
      },
    );
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
    const report = (state: object) => parent.post({ type: 'engine', id, isDestroyed: false, ...state });
    const child = await this.run({
      ...{ code, name, scriptArguments: request.arguments },
      onException: (exception) => report({ exception }),
    });
    report({});
    void child.ended.then(() => report({ isDestroyed: true }));
    return child;
  }

  private openSocket(script: RhinoScript, id: number, url: string): WebSocket {
    const socket = new WebSocket(url);
    const post = (event: string, ...values: unknown[]) => script.post({ type: 'socket', id, event, values });
    this.sockets.add(socket);
    socket.on('open', () => post('open'));
    socket.on('message', (data: Buffer) => post('text', data.toString()));
    socket.on('error', (error) => post('failure', error.message));
    socket.on('close', (code, reason) => {
      this.sockets.delete(socket);
      post('closed', code, reason.toString());
    });
    return socket;
  }
}
