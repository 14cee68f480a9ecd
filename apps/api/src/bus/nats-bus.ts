import { connect, type ConnectionOptions, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Bus, Topics } from './bus';
import { createLocalBus } from './local-bus';

/** Time limits for the first connection, and for sending the last messages when a node stops. */
const connectTimeoutMs = 5_000;
const drainMs = 2_000;

interface NatsBusOptions {
  /** The URLs of one or more servers, separated by commas. */
  url: string;
  nodeId: string;
  log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Creates the bus of an installation with several nodes. A node delivers messages to itself without NATS. While NATS is
 * unavailable, messages to other nodes are dropped; after a reconnect, all nodes receive `gap`.
 */
export async function connectNatsBus({ url, nodeId, log }: NatsBusOptions): Promise<Bus> {
  const local = createLocalBus();
  const connection = await openConnection(url, nodeId);
  let isConnected = true;

  const bus: Bus = {
    publish(topic, message, target) {
      if (target === undefined || target === nodeId) local.publish(topic, message);
      if (target === nodeId || !isConnected) return;
      const subject = target === undefined ? `drover.all.${topic}` : `drover.node.${target}.${topic}`;
      try {
        connection.publish(subject, JSON.stringify(message));
      } catch (error) {
        log.warn(
          { err: error, topic },
          'could not publish to other nodes, their next sweep finds the change',
        );
      }
    },
    subscribe: (topic, handler) => local.subscribe(topic, handler),
    isShared: true,
    isReady: () => isConnected,
    async close() {
      if (isConnected) await Promise.race([connection.drain(), delay(drainMs, undefined, { ref: false })]);
      isConnected = false;
      await connection.close();
      await local.close();
    },
  };

  for (const subject of ['drover.all.*', `drover.node.${nodeId}.*`]) {
    connection.subscribe(subject, { callback: receive });
  }
  void watchConnection();
  // Waits until NATS has the subscriptions, because this node would miss messages published before.
  await connection.flush();
  return bus;

  function receive(error: Error | null, message: Msg): void {
    if (error) return log.warn({ err: error }, 'messages from other nodes may be lost');
    const topic = message.subject.slice(message.subject.lastIndexOf('.') + 1) as keyof Topics;
    try {
      local.publish(topic, message.json<Topics[typeof topic]>());
    } catch {
      log.warn(
        { topic },
        'ignored a NATS message that is not JSON, another program may use the subjects of Drover',
      );
    }
  }

  async function watchConnection(): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' && isConnected) {
        isConnected = false;
        log.warn('disconnected from NATS, this node continues alone');
      }
      if (type === 'reconnect') {
        isConnected = true;
        log.info('reconnected to NATS');
        bus.publish('gap', {});
      }
    }
  }
}

async function openConnection(url: string, nodeId: string): Promise<NatsConnection> {
  const servers = url.split(',').map((server) => new URL(server.trim()));
  const [{ username, password, protocol }] = servers;
  const options: ConnectionOptions = {
    servers: servers.map(({ host }) => host),
    ...(username && password && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(username && !password && { token: decodeURIComponent(username) }),
    ...(protocol === 'tls:' && { tls: {} }),
    name: `drover ${nodeId}`,
    noEcho: true,
    timeout: connectTimeoutMs,
    // Retries forever, also after authentication errors: a starting server may refuse credentials that it accepts
    // later.
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 500,
    pingInterval: 10_000,
  };
  try {
    return await connect(options);
  } catch (error) {
    const names = servers.map(({ host }) => host).join(', ');
    const { message } = error as Error;
    throw new Error(`NATS_URL: NATS at ${names} cannot be used: ${message}.`, { cause: error });
  }
}
