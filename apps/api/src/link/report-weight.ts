import type { Report } from '../device-socket/report';
import type { Foreground, Pauses } from '../tasks/foreground';

/** Lines of a frame that are written together. Other statements of the database wait for them. */
const linesAtOnce = 250;

/** Bytes that cost as much to write as one log line. */
const bytesPerUnit = 1024;

/** A posted message is stored as one value, and read again for webhooks. */
const postedBytesPerUnit = 256;

/** While requests are being processed, their statements wait for a batch. It takes a few milliseconds then. */
export const maxBatchWeight = 5000;
export const maxBusyBatchWeight = 250;

/** The pauses after a batch of reports, and after one of devices that connect, disconnect or get their work. */
const reportPauses: Pauses = { forRequests: 3, besideOthers: 6 };
const devicePauses: Pauses = { forRequests: 1, besideOthers: 4 };

/** Other reports change one row of a run, many in one statement. */
const otherWeight = 0.05;

/** While requests are being processed, at most so many devices connect, disconnect or get their work at once. */
const busyDevices = 2;

/** If many devices wait, the limit is this share of them. With a fixed limit, 2,000 devices needed more than 90 s to connect. */
const busyDevicesShare = 1 / 16;

/** Returns the limit for devices that connect, disconnect or get their work at once, while so many wait. */
export function maxDevices(waiting: number, isBusy: boolean): number {
  return isBusy ? Math.max(busyDevices, waiting * busyDevicesShare) : maxBatchWeight;
}

/** Returns the options of a batch of devices that connect, disconnect or get their work. */
export function batchOfDevices(foreground: () => Foreground) {
  return {
    maxWeight: (waiting: number) => maxDevices(waiting, foreground().isBusy),
    pause: (tookMs: number) => foreground().pauseAfterWork(tookMs, devicePauses),
  };
}

/** Returns the options of a batch of reports, in which accounts take turns. */
export function batchOfReports(foreground: Foreground) {
  return {
    accountOf: ({ accountId }: { accountId: string }) => accountId,
    pause: (tookMs: number, reports: { accountId: string }[]) =>
      foreground.pauseAfterWork(tookMs, reportPauses, new Set(reports.map(({ accountId }) => accountId))),
  };
}

/** Returns the cost of writing a report. A log line costs 1. */
export function weighReport({ frame, bytes }: Report): number {
  const content = bytes / (frame.type === 'posted' ? postedBytesPerUnit : bytesPerUnit);
  return frame.type === 'log' ? frame.lines.length + content : otherWeight + content;
}

/** Splits the lines of a log frame, which may be stored at different times, as when its device sends it again. */
export function splitReport(report: Report): Report[] {
  const { frame, bytes } = report;
  if (frame.type !== 'log' || frame.lines.length <= linesAtOnce) return [report];
  const parts: Report[] = [];
  for (let from = 0; from < frame.lines.length; from += linesAtOnce) {
    const lines = frame.lines.slice(from, from + linesAtOnce);
    const share = (bytes * lines.length) / frame.lines.length;
    // The rejection of a frame is reported once.
    const rejection = from === 0 ? report.rejection : undefined;
    parts.push({ ...report, frame: { ...frame, lines }, bytes: share, rejection });
  }
  return parts;
}
