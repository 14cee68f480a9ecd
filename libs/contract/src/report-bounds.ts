import { LIMITS } from './limits';
import { LINK_LIMITS } from './link-protocol';

/** What devices may report, as `BUDGET` lists it. A device's own agent keeps to the same bounds. */
export const REPORT_BOUNDS = {
  reportFrameBytes: {
    way: 'reports',
    resource: 'bytes',
    max: LINK_LIMITS.frameBytes,
    unit: 'bytes per frame',
    text: 'Frame that is stored as it is',
    atBound: 'the frame is acknowledged, and the reason is stored in its place',
  },
  reportReadBytes: {
    way: 'reports',
    resource: 'memory',
    max: LINK_LIMITS.rejectedFrameBytes,
    unit: 'bytes per frame',
    text: 'Frame that is read at all',
    atBound: { closeCode: 1009 },
  },
  reportDepth: {
    way: 'reports',
    resource: 'depth',
    max: LIMITS.jsonDepth,
    unit: 'levels per attachment',
    text: 'Nested arrays and objects in the data of an attachment',
    atBound: 'the frame is acknowledged, and the reason is stored in its place',
  },
  reportFrameLines: {
    way: 'reports',
    resource: 'values',
    max: LINK_LIMITS.logLines,
    unit: 'lines per frame',
    text: 'Log lines in a frame',
    atBound: 'its last line says that further lines were dropped',
  },
  reportLineBytes: {
    way: 'reports',
    resource: 'bytes',
    max: LIMITS.logLineBytes,
    unit: 'bytes per line',
    text: 'Text of a log line',
    atBound: 'the text is cut',
  },
  reportLogBytes: {
    way: 'reports',
    resource: 'bytes',
    max: LIMITS.runLogBytes,
    unit: 'bytes per run',
    text: `Log of a run, where a line counts its text and ${LIMITS.logLineOverheadBytes} bytes`,
    atBound: 'the log says once that further lines were dropped',
  },
  reportPostedTextBytes: {
    way: 'reports',
    resource: 'bytes',
    max: LIMITS.postedTextBytes,
    unit: 'bytes per text',
    text: 'Text, and title, of a posted message',
    atBound: 'the text is cut',
  },
  reportPostedBytes: {
    way: 'reports',
    resource: 'bytes',
    max: LIMITS.runPostedBytes,
    unit: 'bytes per run',
    text: `Posted messages of a run, where a message counts its content and ${LIMITS.postedOverheadBytes} bytes`,
    atBound: 'the inbox says once that further messages were dropped',
  },
} as const;
