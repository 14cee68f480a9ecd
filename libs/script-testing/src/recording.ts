import type { ArtifactRequest, ScriptReport } from '@drover/agent/reports';
import type { LinkLogLine } from '@drover/contract/link';
import { readProgress, readResult, RunSteps } from '@drover/device-agent';
import { TestArtifacts } from './artifacts';
import type { TextMapper } from './map-positions';
import { TestStorages } from './storages';
import { TestStores } from './store';
import type { LogLine, Message, Progress, RunOptions, ScriptRun, Step } from './types';

type Recorded = Omit<ScriptRun, 'state' | 'reason' | 'exitCode'>;

/** Records what a script reports, and answers its requests. */
export class Recording {
  /** The error that ended the script. */
  failure?: string;
  private readonly logs: LogLine[] = [];
  private readonly progress: Progress[] = [];
  private readonly messages: Message[] = [];
  private readonly stepsById = new Map<number, Step>();
  private readonly steps = new RunSteps((line) => this.addStepLine(line));
  private readonly artifacts: TestArtifacts;
  private readonly stores: TestStores;
  private readonly storages: TestStorages;
  private result: Pick<ReturnType<typeof readResult>, 'result' | 'resultProblem'> = {};

  constructor(
    workFolder: string,
    { store, storages }: RunOptions,
    private readonly mapText: TextMapper,
  ) {
    this.artifacts = new TestArtifacts(workFolder);
    this.stores = new TestStores(store);
    this.storages = new TestStorages(storages);
  }

  addLine(level: LogLine['level'], text: string): void {
    this.logs.push({ level, text: this.mapText(text) });
  }

  /** Returns the reply to a request. */
  handle(report: ScriptReport): object | undefined {
    switch (report.type) {
      case 'log':
        return void this.addLine(report.level, report.text);
      case 'posted': {
        const { text, title = null, isTelemetry, attachments = [] } = report;
        return void this.messages.push({ text, title, isTelemetry, attachments });
      }
      case 'result':
        return void (this.result = readResult(report));
      case 'progress':
        return void this.progress.push(readProgress(report));
      case 'step':
        return void this.steps.handle(report);
      case 'failed':
        return void (this.failure = this.mapText(report.reason));
      case 'storage':
        return this.storages.handle(report);
      case 'artifact':
        return this.saveArtifact(report);
      case 'store':
        return this.stores.handle(report);
      default:
        return undefined;
    }
  }

  /** Ends the steps that go on, and returns what was recorded. */
  finish(state: ScriptRun['state']): Recorded {
    const failedStep = this.steps.endAll(state) ?? null;
    const { result, resultProblem } = this.result;
    if (resultProblem) this.addLine('warn', `drover.result: the result was left out: ${resultProblem}`);
    const { logs, progress, messages } = this;
    return {
      ...{ logs, progress, messages, result, failedStep },
      steps: [...this.stepsById.values()],
      artifacts: this.artifacts.saved,
      storeCalls: this.stores.calls,
      store: this.stores.readValues(),
      storages: this.storages.readValues(),
    };
  }

  private saveArtifact(request: ArtifactRequest): object {
    const reply = this.artifacts.handle(request);
    if (reply.state === 'refused') {
      const call = request.file === undefined ? 'drover.screenshot' : 'drover.artifacts.save';
      this.addLine('warn', `${call}: ${JSON.stringify(request.name)} was left out: ${reply.problem}`);
    }
    return reply;
  }

  private addStepLine({ level, text, step }: Omit<LinkLogLine, 'seq'>): void {
    if (!step) return this.addLine(level, text);
    const { id, parentId, state } = step;
    const known = this.stepsById.get(id);
    if (known && state !== 'started') known.state = state;
    if (known) return;
    const around = parentId === null ? undefined : this.stepsById.get(parentId);
    this.stepsById.set(id, { path: around ? `${around.path} › ${text}` : text, state: 'stopped' });
  }
}
