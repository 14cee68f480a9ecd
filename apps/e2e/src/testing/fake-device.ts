import { type DeviceFrame, LINK_PATH, ServerFrame } from '@drover/contract/link';
import type { Device } from '@drover/sdk';
import { eventually, type Installation } from '@drover/test-installation';
import { once } from 'node:events';
import { WebSocket } from 'ws';

/** An enrolled device without an agent. It sends only the frames that the test sends. */
export class FakeDevice {
  private constructor(
    readonly device: Device,
    readonly token: string,
  ) {}

  static async enrol({ drover }: Installation): Promise<FakeDevice> {
    const { key } = await drover.enrolmentKeys.create({ maxUses: 1 });
    const labels = { brand: '', model: '', platform: '', appVersion: '2.0.0' };
    const { device, token } = await drover.enrolments.create({ key, name: 'fake', ...labels });
    return new FakeDevice(device, token);
  }

  /** Opens a link and completes the handshake. */
  async connect(url: string, runs: string[] = []): Promise<FakeLink> {
    const headers = { Authorization: `token ${this.token}` };
    const socket = new WebSocket(url.replace(/^http/, 'ws') + LINK_PATH, { headers });
    const link = new FakeLink(socket);
    await once(socket, 'open');
    link.send({ type: 'hello', protocol: 1, now: Date.now(), appVersion: '2.0.0', runs });
    await link.waitForFrame('welcome');
    return link;
  }
}

/** A link of a fake device, with its received frames and its close code. */
export class FakeLink {
  readonly frames: ServerFrame[] = [];
  closeCode?: number;

  constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.frames.push(ServerFrame.parse(JSON.parse(data.toString()))));
    socket.on('close', (code) => (this.closeCode = code));
    socket.on('error', () => undefined);
  }

  send(frame: DeviceFrame): void {
    this.socket.send(JSON.stringify(frame));
  }

  /** Returns the first frame of a type once it has arrived. */
  async waitForFrame<Type extends ServerFrame['type']>(
    type: Type,
  ): Promise<Extract<ServerFrame, { type: Type }>> {
    const find = async () => this.frames.find((frame) => frame.type === type);
    const frame = await eventually(find, (found) => found !== undefined);
    return frame as Extract<ServerFrame, { type: Type }>;
  }

  /** The code that the link was closed with, once it was. */
  async waitForClose(): Promise<number | undefined> {
    return eventually(
      async () => this.closeCode,
      (code) => code !== undefined,
    );
  }

  close(): void {
    this.socket.terminate();
  }
}
