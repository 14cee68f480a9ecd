import type { Msg } from '@nats-io/transport-node';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Bus, Topics } from './bus';
import type { NatsSettings } from './nats-settings';
import { createLocalBus } from './local-bus';
import { openNatsConnection } from './nats-connection';

/** Time limit for sending the last messages when a node stops. */
const drainMs = 2_000;

interface NatsBusOptions {
  settings: NatsSettings;
  /** Installations that share a NATS server do not hear each other. */
  installationId: string;
  nodeId: string;
  log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Creates the bus of an installation with several nodes. A node delivers messages to itself without NATS. While NATS is
 * unavailable, messages to other nodes are dropped; after a reconnect, all nodes receive `gap`.
 */
export async function connectNatsBus({
  settings,
  installationId,
  nodeId,
  log,
}: NatsBusOptions): Promise<Bus> {
  const local = createLocalBus();
  const connection = await openNatsConnection(settings, nodeId);
  const subjects = `${settings.NATS_SUBJECT_PREFIX}.${installationId}`;
  let isConnected = true;

  const bus: Bus = {
    publish(topic, message, target) {
      if (target === undefined || target === nodeId) local.publish(topic, message);
      if (target === nodeId || !isConnected) return;
      const subject =
        target === undefined ? `${subjects}.all.${topic}` : `${subjects}.node.${target}.${topic}`;
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

  for (const subject of [`${subjects}.all.*`, `${subjects}.node.${nodeId}.*`]) {
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
