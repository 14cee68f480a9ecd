import { whenDatabaseIsThere } from '../database/away';
import { createBatch } from '../database/batch';
import type { Service } from '../service';
import {
  connectDevices,
  disconnectDevices,
  type Arrival,
  type Departure,
  type LinkedDevice,
} from './presence';
import { recordReports } from './record-reports';
import type { Report } from './report';

/** Takes in what devices say: what many of them say at one time is written as one. */
interface Intake {
  /** Gives nothing where the credential is unknown. */
  connect(arrival: Arrival): Promise<LinkedDevice | undefined>;
  /** Resolves once it is in the database, which may be away for a while. */
  report(report: Report): Promise<unknown>;
  disconnect(departure: Departure): void;
  /** Ends the patience, and waits for departures that are being written. */
  close(): Promise<void>;
}

export function openIntake(service: Service): Intake {
  const { bus, log } = service;
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message);
  const closing = new AbortController();
  const persist = <Result>(work: () => Promise<Result>) =>
    whenDatabaseIsThere(work, {
      signal: closing.signal,
      onAway: warn('the database is away; what devices report waits'),
      // Of what was written as it went away nobody may have been told.
      onReturn: () => bus.publish('gap', {}),
    });

  const report = createBatch(
    (reports: Report[]) =>
      persist(() => recordReports(service, reports)).catch((error: unknown) => {
        // Of many that fail, each is tried alone before it is given up, unless all are given up at the end.
        if (reports.length === 1 || closing.signal.aborted) warn('reports of a device not written')(error);
        throw error;
      }),
    { weigh: ({ frame }) => (frame.type === 'log' ? frame.lines.length : 1) },
  );
  const disconnect = createBatch(async (departures: Departure[]) => {
    await persist(() => disconnectDevices(service, departures));
    return [];
  });

  return {
    connect: createBatch((arrivals: Arrival[]) => connectDevices(service, arrivals)),
    report,
    disconnect: (departure) =>
      void disconnect(departure).catch(warn('a device is still shown online; its node lease tells')),
    async close() {
      closing.abort();
      // Of no device: it comes behind all others.
      await disconnect({ deviceId: '', linkId: '' }).catch(
        warn('devices not shown offline; the node is cleared away next'),
      );
    },
  };
}
