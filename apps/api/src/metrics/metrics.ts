import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600];

/** What this node counts. docs/deployment.md says what each number is good for. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'drover_' });
  const registers = [registry];
  return {
    registry,
    requestDuration: new Histogram({
      name: 'drover_http_request_duration_seconds',
      help: 'From request to answer, by route of the contract',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: seconds,
      registers,
    }),
    dispatchLatency: new Histogram({
      name: 'drover_dispatch_latency_seconds',
      help: 'From the request for a run to its start being in the database; a device that was away is waited for',
      buckets: seconds,
      registers,
    }),
    outboxLag: new Histogram({
      name: 'drover_outbox_lag_seconds',
      help: 'How old a start, an end, or the first line of a frame was when it was in the database',
      buckets: seconds,
      registers,
    }),
    connectedDevices: new Gauge({
      name: 'drover_connected_devices',
      help: 'Devices that are connected to this node',
      registers,
    }),
    frames: new Counter({
      name: 'drover_link_frames_total',
      help: 'Frames of the device link',
      labelNames: ['direction', 'type'] as const,
      registers,
    }),
    logLines: new Counter({ name: 'drover_log_lines_total', help: 'Log lines that were kept', registers }),
    scheduleOccurrences: new Counter({
      name: 'drover_schedule_occurrences_total',
      help: 'Occurrences of schedules that this node settled, by what became of them',
      labelNames: ['state'] as const,
      registers,
    }),
    webhookDeliveries: new Counter({
      name: 'drover_webhook_deliveries_total',
      help: 'Requests to webhooks, by result: delivered or failed; one that failed may be repeated',
      labelNames: ['result'] as const,
      registers,
    }),
    watchers: new Gauge({ name: 'drover_event_watchers', help: 'Open streams of /v1/events', registers }),
  };
}
