import {
  type Artifact,
  type Drover,
  type DroverEvent,
  isNotFound,
  type LogLine,
  type Run,
} from '@drover/sdk';
import { stateLabel, stateStyle } from './run-states';
import { printLine, stripControls, type Style, styleOutput } from './terminal';

/** Prints events as lines: time, kind and what happened. */
export class EventPrinter {
  private readonly deviceNames = new Map<string, string>();

  constructor(private readonly drover: Drover) {}

  async print(event: DroverEvent): Promise<void> {
    switch (event.type) {
      case 'device':
        this.deviceNames.set(event.device._id, event.device.name);
        return print('device', `${event.device.name} is ${event.device.online ? 'online' : 'offline'}`);
      case 'device.removed':
        return print('device', `${this.deviceNames.get(event.deviceId) ?? event.deviceId} was deleted`);
      case 'run':
        this.deviceNames.set(event.run.deviceId, event.run.deviceName);
        return printRun(event.run);
      case 'log':
        return printLog(await this.getDeviceName(event.deviceId), event.lines);
      case 'artifact':
        return print('artifact', await this.describeArtifact(event.artifact));
      case 'message':
        return print('message', await this.describeMessage(event));
      case 'approval':
        return print('approval', `${event.approvalId} was requested, or decided`);
      case 'reset':
        return print('reset', 'events were lost', { style: 'yellow' });
      default:
        return print((event as { type: string }).type, '');
    }
  }

  private async describeArtifact({ name, runId, deviceId, problem }: Artifact): Promise<string> {
    const where = `${name} of ${runId} on ${await this.getDeviceName(deviceId)}`;
    return problem === null ? where : `${where}: ${problem}`;
  }

  private async describeMessage({ messageId, deviceId }: { messageId: string; deviceId: string | null }) {
    return deviceId === null
      ? `${messageId} arrived`
      : `${messageId} from ${await this.getDeviceName(deviceId)}`;
  }

  /** A log event has no name. The device may have been deleted. */
  private async getDeviceName(deviceId: string): Promise<string> {
    const known = this.deviceNames.get(deviceId);
    if (known !== undefined) return known;
    const name = await this.drover.devices.get(deviceId).then((device) => device.name, toId(deviceId));
    this.deviceNames.set(deviceId, name);
    return name;
  }
}

const toId = (deviceId: string) => (error: unknown) => {
  if (isNotFound(error)) return deviceId;
  throw error;
};

function printRun({ _id, deviceName, state, reason }: Run): void {
  const text = [`${_id} on ${deviceName}: ${stateLabel(state)}`, reason && `(${reason})`];
  print('run', text.filter(Boolean).join(' '), { style: stateStyle(state) });
}

function printLog(deviceName: string, lines: LogLine[]): void {
  for (const { at, text } of lines) print('log', `${deviceName} │ ${text}`, { at });
}

interface PrintOptions {
  style?: Style;
  /** Time of the event. Only lines of a log have one. */
  at?: string;
}

function print(kind: string, text: string, { style, at = new Date().toISOString() }: PrintOptions = {}) {
  const line = stripControls(text).replaceAll('\n', ' ');
  printLine(`${styleOutput('dim', `${at}  ${kind.padEnd(8)}`)}  ${style ? styleOutput(style, line) : line}`);
}
