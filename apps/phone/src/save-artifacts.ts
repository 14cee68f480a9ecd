import { toStorableText } from '@drover/device-agent/text';
import type { SavedArtifact } from '@drover/script-types';
import { isInterruption, ScreenCapture, type CaptureFunctions } from './capture-screen';
import { deleteFile, digestStream, encodeText, listFiles, renameFile, writeFile } from './java-files';
import type { ArtifactTask, ScriptReport, SpooledArtifact } from './reports';

interface RunArtifactsOptions {
  /** The global object of the script. */
  scope: CaptureFunctions & { files: { path(path: string): string } };
  /** Absent if no agent on the phone runs the script. */
  task?: ArtifactTask;
  report: (report: ScriptReport) => unknown;
}

/** An artifact before its content is known. */
interface Draft {
  name: string;
  kind: SpooledArtifact['kind'];
  /** Bytes, as far as known. */
  expected: number;
  /** Writes the content to a file. Returns a text if there is none: why. */
  writeTo: (path: string) => { size: number; sha256: string } | string;
}

const withoutAgent = "not available on phones without Drover's agent";

/**
 * The artifacts that a script saves: copies in the agent's folder, which the agent uploads. An artifact is there once its
 * entry has its final name.
 */
export class RunArtifacts {
  // The script may declare a variable of this name.
  private readonly files: RunArtifactsOptions['scope']['files'];
  private readonly screen: ScreenCapture;
  private readonly names: Record<string, boolean> = {};
  private count = 0;
  private bytes = 0;
  private pictures = 0;

  constructor(private readonly options: RunArtifactsOptions) {
    this.files = options.scope.files;
    this.screen = new ScreenCapture(options.scope);
  }

  save(name: unknown, content: unknown): SavedArtifact {
    const { task } = this.options;
    if (!task) throw new Error(`drover.artifacts is ${withoutAgent}: use hamibot.postMessage`);
    const about = { name: toStorableText(String(name)), kind: 'file' as const };
    const file = this.findFile(content);
    const bytes = file ? undefined : encodeText(String(content));
    return this.store(task, {
      ...about,
      expected: bytes ? bytes.length : Number(file!.length()),
      writeTo: (path) =>
        writeFile(path, (target) => {
          const source = bytes ? new java.io.ByteArrayInputStream(bytes) : new java.io.FileInputStream(file!);
          return digestStream(source, target);
        }),
    });
  }

  /** Saves what the screen shows after the script has failed. Nobody is asked for a permission: the run would wait. */
  saveFailure(): void {
    this.screenshot(undefined, false);
  }

  screenshot(name?: unknown, mayAsk = true): SavedArtifact {
    const { task } = this.options;
    let given = toStorableText(String(name === undefined || name === null ? '' : (name as string)));
    if (given === '') {
      this.pictures += 1;
      given = `screenshot-${this.pictures}.png`;
    }
    const about = { name: given, kind: 'image' as const };
    if (!task) return this.leaveOut(about, `pictures of the screen are ${withoutAgent}`);
    return this.store(task, {
      ...about,
      expected: 0,
      writeTo: (path) => this.screen.save(path, mayAsk) || digestStream(new java.io.FileInputStream(path)),
    });
  }

  /** Returns the file that the content names, and undefined for a text. */
  private findFile(content: unknown): JavaFile | undefined {
    const { path } = (content || {}) as { path?: unknown };
    const isPath = typeof content === 'object' && typeof path === 'string';
    // Texts of the app's modules are objects of Java.
    if (!isPath && typeof content !== 'string' && !(content instanceof java.lang.String)) {
      throw new Error(
        'drover.artifacts.save: on phones the content must be a string, or { path } of a file.',
      );
    }
    const text = String(isPath ? path : (content as string));
    const isLikePath = isPath || /^(\/|\.\.?\/)/.test(text);
    // No path has so many characters.
    if (!isLikePath && (text === '' || text.length > 4096)) return undefined;
    const file = new java.io.File(String(this.files.path(text)));
    if (file.isFile()) return file;
    if (isLikePath) throw new Error(`drover.artifacts.save: there is no file ${text}.`);
    return undefined;
  }

  private store(task: ArtifactTask, draft: Draft): SavedArtifact {
    const { name, kind } = draft;
    const id = `${Date.now()}-${Math.random().toString(36).slice(2)}`;
    const path = `${task.folder}/${id}`;
    let filled: ReturnType<Draft['writeTo']>;
    try {
      new java.io.File(task.folder).mkdirs();
      filled = this.findProblem(task, draft) || draft.writeTo(`${path}.draft`);
      if (typeof filled !== 'string') {
        renameFile(`${path}.draft`, path);
        const entry: SpooledArtifact = { runId: task.runId, name, kind, ...filled, savedAt: Date.now() };
        const json = encodeText(JSON.stringify(entry));
        writeFile(`${path}.new`, (target) => target.write(json, 0, json.length));
        renameFile(`${path}.new`, `${path}.json`);
      }
    } catch (error) {
      [`${path}.json`, `${path}.new`, path].forEach(deleteFile);
      if (isInterruption(error)) throw error;
      filled = String(error);
    } finally {
      deleteFile(`${path}.draft`);
    }
    if (typeof filled === 'string') return this.leaveOut(draft, filled);
    this.names[` ${name}`] = true;
    this.count += 1;
    this.bytes += filled.size;
    this.options.report({ type: 'artifact' });
    return { name, ...filled, problem: null };
  }

  private findProblem(task: ArtifactTask, { name, expected }: Draft): string | undefined {
    const { nameChars, runArtifacts, runBytes, waitingBytes } = task;
    if (name === '') return 'it has no name';
    // Characters outside of the basic plane count once.
    const chars = name.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, '_').length;
    if (chars > nameChars) return `its name has more than ${nameChars} characters`;
    if (this.names[` ${name}`]) return 'the run has an artifact of this name';
    if (this.count >= runArtifacts) return `a run can have at most ${runArtifacts} artifacts`;
    if (this.bytes + expected > runBytes)
      return `the artifacts of a run can have at most ${toGb(runBytes)} together`;
    const waiting = listFiles(task.folder).reduce((sum, { size }) => sum + size, 0);
    if (waiting + expected <= waitingBytes) return undefined;
    return `the artifacts that wait for the server would have more than ${toGb(waitingBytes)}`;
  }

  private leaveOut({ name, kind }: Pick<Draft, 'name' | 'kind'>, problem: string): SavedArtifact {
    const call = kind === 'image' ? 'drover.screenshot' : 'drover.artifacts.save';
    const text = `${call}: ${JSON.stringify(name.slice(0, 80))} was left out: ${problem}`;
    this.options.report({ type: 'log', at: Date.now(), level: 'warn', text });
    return { name, size: null, sha256: null, problem };
  }
}

function toGb(bytes: number): string {
  return `${bytes / 1024 / 1024 / 1024} GB`;
}
