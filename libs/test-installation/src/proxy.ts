import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A TCP load balancer that can delay or drop data and reset connections. */
export class Proxy {
  /** Delay of each chunk. */
  delayMs = 0;
  /** Whether received data is dropped, as on a network that lost its route. */
  isDroppingData = false;
  private readonly sockets = new Set<Socket>();
  private nextTarget = 0;
  private readonly server = createServer((client) => void this.serve(client));

  private constructor(private readonly targets: NetConnectOpts[]) {}

  /** Starts a proxy that forwards connections to the targets in turn, and skips targets that are down. */
  static async listen(targets: NetConnectOpts[]): Promise<Proxy> {
    const proxy = new Proxy(targets);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Resets all connections immediately, even in the middle of a transfer. */
  resetConnections(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.resetConnections();
    await closed;
  }

  private async serve(client: Socket): Promise<void> {
    this.track(client);
    const server = await this.connectToTarget();
    if (!server) return void client.destroy();
    this.forward(client, server);
    this.forward(server, client);
  }

  private async connectToTarget(): Promise<Socket | undefined> {
    for (let attempts = 0; attempts < this.targets.length; attempts += 1) {
      this.nextTarget += 1;
      const socket = connect(this.targets[this.nextTarget % this.targets.length]);
      this.track(socket);
      const isConnected = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      if (isConnected) return socket;
    }
    return undefined;
  }

  private track(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
  }

  private forward(from: Socket, to: Socket): void {
    let lastWrite = Promise.resolve();
    from.on('data', (chunk: Buffer) => {
      if (this.isDroppingData) return;
      const { delayMs } = this;
      lastWrite = lastWrite.then(async () => {
        if (delayMs > 0) await delay(delayMs);
        if (to.writable) to.write(chunk);
      });
    });
    from.on('close', () => void lastWrite.then(() => to.destroy()));
    if (from.destroyed) to.destroy();
  }
}
