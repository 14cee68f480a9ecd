import { LINK_PATH, ServerFrame, type DeviceFrame } from '@drover/contract/link';
import type { Device } from '@drover/sdk';
import { eventually, type Installation } from '@drover/test-installation';
import { once } from 'node:events';
import { WebSocket } from 'ws';

/** A registered device without an agent: it says what a story has it say, and nothing by itself. */
export class BareDevice {
  private constructor(
    readonly device: Device,
    private readonly token: string,
  ) {}

  static async enrol({ drover }: Installation): Promise<BareDevice> {
    const { key } = await drover.enrolmentKeys.create({ maxUses: 1 });
    const labels = { brand: '', model: '', platform: '', appVersion: '2.0.0' };
    const { device, token } = await drover.enrolments.create({ key, name: 'bare', ...labels });
    return new BareDevice(device, token);
  }

  /** Opens a link and says hello. */
  async connect(url: string, runs: string[] = []): Promise<BareLink> {
    const headers = { Authorization: `token ${this.token}` };
    const socket = new WebSocket(url.replace(/^http/, 'ws') + LINK_PATH, { headers });
    const link = new BareLink(socket);
    await once(socket, 'open');
    link.send({ type: 'hello', protocol: 1, now: Date.now(), appVersion: '2.0.0', runs });
    await link.next('welcome');
    return link;
  }
}

/** What came on a link, and how it ended. */
export class BareLink {
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

  /** The first frame of a type, once it has come. */
  async next<Type extends ServerFrame['type']>(type: Type): Promise<Extract<ServerFrame, { type: Type }>> {
    const look = async () => this.frames.find((frame) => frame.type === type);
    const frame = await eventually(look, (seen) => seen !== undefined);
    return frame as Extract<ServerFrame, { type: Type }>;
  }

  /** The code that the link was closed with, once it was. */
  async closed(): Promise<number | undefined> {
    return eventually(
      async () => this.closeCode,
      (code) => code !== undefined,
    );
  }

  close(): void {
    this.socket.terminate();
  }
}
