import { retryUntilAvailable } from '../database/availability';
import { createBatch } from '../database/batch';
import type { AppContext } from '../context/app-context';
import type { Arrival, LinkedDevice, LinkHost } from '../device-socket/link';
import { recordFacts, type ReportedFacts } from '../features/devices/facts';
import { recordProgress, type ReportedProgress } from '../features/runs/progress';
import { maskProgress } from '../features/secrets/mask-reports';
import { connectDevices, disconnectDevices, type Departure } from './presence';
import { withoutContent } from '../errors/without-content';
import { recordRejected } from './record-rejected';
import { recordReports } from './record-reports';
import type { Report } from '../device-socket/report';
import {
  maxBatchWeight,
  maxBusyBatchWeight,
  batchOfDevices,
  batchOfReports,
  splitReport,
  weighReport,
} from './report-weight';

/** Writes connections and reports of devices to the database, in batches. */
interface ReportWriter {
  /** Resolves to undefined if the credential is unknown. */
  connect(arrival: Arrival): Promise<LinkedDevice | undefined>;
  /** Resolves once the report is stored. Waits while the database is unavailable. */
  report(report: Report): Promise<unknown>;
  disconnect(departure: Departure): void;
  recordFacts: LinkHost['recordFacts'];
  recordProgress: LinkHost['recordProgress'];
  /** Stops retries, and waits until closed links are recorded. */
  close(): Promise<void>;
}

export function openReportWriter(context: AppContext): ReportWriter {
  const { bus, foreground, log } = context;
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message);
  const closing = new AbortController();
  const persist = <Result>(work: () => Promise<Result>) =>
    retryUntilAvailable(work, {
      signal: closing.signal,
      onUnavailable: warn('the database is unavailable, reports of devices are waiting'),
      // Messages about the last writes before the outage may be lost, so all nodes check again.
      onAvailable: () => bus.publish('gap', {}),
    });

  async function store(reports: Report[]): Promise<void[]> {
    try {
      return await persist(() => recordReports(context, reports));
    } catch (error) {
      // A batch that fails is split and retried, so that a report that can never be stored is rejected alone.
      if (reports.length > 1 && !closing.signal.aborted) throw error;
      return await persist(() => storeAlone(reports, error)).catch((failure: unknown) => {
        log.warn({ err: withoutContent(failure) }, 'could not store reports of a device');
        throw failure;
      });
    }
  }

  async function storeAlone(reports: Report[], error: unknown): Promise<void[]> {
    if (reports.length > 1) throw error;
    await recordRejected(context, reports[0], error);
    return [];
  }

  const write = createBatch(store, {
    maxWeight: () => (foreground.isBusy ? maxBusyBatchWeight : maxBatchWeight),
    weigh: weighReport,
    ...batchOfReports(foreground),
  });
  const writeFacts = createBatch(async (reported: ReportedFacts[]) => {
    await persist(() => recordFacts(context, reported));
    return [];
  });
  const writeProgress = createBatch(async (reported: ReportedProgress[]) => {
    await persist(async () => recordProgress(context, await maskProgress(context, reported)));
    return [];
  }, batchOfReports(foreground));
  const ofDevices = batchOfDevices(() => foreground);
  const disconnect = createBatch(async (departures: Departure[]) => {
    await persist(() => disconnectDevices(context, departures));
    return [];
  }, ofDevices);

  return {
    connect: createBatch((arrivals: Arrival[]) => connectDevices(context, arrivals), ofDevices),
    report(report) {
      const parts = splitReport(report);
      return parts.length === 1 ? write(report) : Promise.all(parts.map(write));
    },
    disconnect: (departure) =>
      void disconnect(departure).catch(
        warn('could not mark a device as offline, its node lease will expire'),
      ),
    recordFacts: (deviceId, { type: _type, ...facts }) =>
      void writeFacts({ deviceId, facts }).catch(warn('could not store the facts of a device')),
    recordProgress: (progress) =>
      void writeProgress(progress).catch(warn('could not store the progress of a run')),
    async close() {
      closing.abort();
      // An entry without device, which resolves after all entries before it.
      await disconnect({ deviceId: '', linkId: '' }).catch(
        warn('could not mark devices as offline, the node lease is released next'),
      );
    },
  };
}
