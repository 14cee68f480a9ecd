import type { Finished, Log, Posted } from '@drover/contract';
import type { DurableFrame, Report } from '../link/report';
import type { Service } from '../service';
import { maskJson, type Mask } from './mask';

type Telling = Log | Finished | Posted;

/** Hides the secrets of runs in what they write, before anything of it is kept or told. */
export async function maskReports(service: Service, reports: Report[]): Promise<Report[]> {
  const runIds = reports.flatMap(({ frame }) => (tells(frame) ? [frame.runId] : []));
  if (runIds.length === 0) return reports;
  const masks = await service.masks.of(service, runIds);
  if (masks.size === 0) return reports;
  return reports.map((report) => {
    const { frame } = report;
    const mask = tells(frame) ? masks.get(frame.runId) : undefined;
    return mask && tells(frame) ? { ...report, frame: maskFrame(frame, mask) } : report;
  });
}

function tells(frame: DurableFrame): frame is Telling {
  return frame.type === 'log' || frame.type === 'finished' || frame.type === 'posted';
}

function maskFrame(frame: Telling, mask: Mask): Telling {
  switch (frame.type) {
    case 'log':
      return { ...frame, lines: frame.lines.map((line) => ({ ...line, text: mask(line.text) })) };
    case 'finished':
      return { ...frame, reason: frame.reason && mask(frame.reason) };
    case 'posted':
      return {
        ...frame,
        text: mask(frame.text),
        title: frame.title && mask(frame.title),
        attachments: frame.attachments?.map(({ type, data }) => ({ type, data: maskJson(data, mask) })),
      };
  }
}
