import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600];

/** The metrics of this node. docs/deployment.md explains how to use each of them. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'drover_' });
  const registers = [registry];
  return {
    registry,
    requestDuration: new Histogram({
      name: 'drover_http_request_duration_seconds',
      help: 'Duration of HTTP requests by route of the contract',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: seconds,
      registers,
    }),
    dispatchLatency: new Histogram({
      name: 'drover_dispatch_latency_seconds',
      help: 'Time from the run request until the start of the run is stored, including the time that the device was offline',
      buckets: seconds,
      registers,
    }),
    outboxLag: new Histogram({
      name: 'drover_outbox_lag_seconds',
      help: 'Age of a start, an end, or the first log line of a frame when it is stored',
      buckets: seconds,
      registers,
    }),
    connectedDevices: new Gauge({
      name: 'drover_connected_devices',
      help: 'Devices connected to this node',
      registers,
    }),
    frames: new Counter({
      name: 'drover_link_frames_total',
      help: 'Frames of the device link',
      labelNames: ['direction', 'type'] as const,
      registers,
    }),
    rejectedFrames: new Counter({
      name: 'drover_link_rejected_frames_total',
      help: 'Frames of devices that cannot be stored. They are acknowledged, and the reason is stored in their place',
      labelNames: ['type'] as const,
      registers,
    }),
    logLines: new Counter({ name: 'drover_log_lines_total', help: 'Stored log lines', registers }),
    scheduleOccurrences: new Counter({
      name: 'drover_schedule_occurrences_total',
      help: 'Schedule occurrences decided by this node, by resulting state',
      labelNames: ['state'] as const,
      registers,
    }),
    webhookDeliveries: new Counter({
      name: 'drover_webhook_deliveries_total',
      help: 'Webhook requests by result, delivered or failed. A failed request may be retried',
      labelNames: ['result'] as const,
      registers,
    }),
    watchers: new Gauge({
      name: 'drover_event_watchers',
      help: 'Open event streams (/v1/events)',
      registers,
    }),
  };
}
