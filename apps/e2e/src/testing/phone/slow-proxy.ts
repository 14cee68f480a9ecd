import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Forwards connections to a server, and what clients send only slowly. */
export class SlowProxy {
  /** What clients have sent. */
  bytes = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((client) => this.forward(client));

  private constructor(
    private readonly target: URL,
    private readonly bytesPerSecond: number,
  ) {}

  static async open(target: string, bytesPerSecond: number): Promise<SlowProxy> {
    const proxy = new SlowProxy(new URL(target), bytesPerSecond);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private forward(client: Socket): void {
    const server = connect(Number(this.target.port), this.target.hostname);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ]) {
      this.sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
    server.pipe(client);
    void this.sendSlowly(client, server);
  }

  private async sendSlowly(client: Socket, server: Socket): Promise<void> {
    try {
      for await (const chunk of client as AsyncIterable<Buffer>) {
        this.bytes += chunk.length;
        server.write(chunk);
        await delay((chunk.length / this.bytesPerSecond) * 1000);
      }
      server.end();
    } catch {
      // The connection was cut.
    }
  }
}
