import { type Artifact, type Device, hasEnded, type Run, type RunState } from '@drover/sdk';
import { eventually, type Installation } from '@drover/test-installation';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './ledger';

/** How long runs may take to end after the fault, and their artifacts to arrive. */
const timeoutMs = 120_000;

/** Jobs that are started in each round. Each has one run per device. */
const jobsPerRound = 5;

/** Within this time after the first job of a round the fault begins. */
const faultWithinMs = 2_000;

/** Bytes of the artifacts of most runs: one is sent at once, one after a question. Every fifth run has one of two parts. */
const sizes = { small: 1_000, medium: 150_000, large: 4_500_000 };

/** What the scripts noted about one artifact. */
interface Note {
  run: string;
  name: string;
  sha256: string | null;
  problem: string | null;
}

/** What became of all runs, their results and their artifacts. */
export interface OutputTally {
  /** Number of runs per final state. */
  states: Partial<Record<RunState, number>>;
  results: number;
  artifacts: {
    /** Stored by the server, downloaded and compared. */
    stored: number;
    /** The script was told why the device left them out, and the log of the run says it. */
    leftOut: number;
  };
  /** Runs that differ from what their script noted. */
  mismatches: string[];
}

/**
 * Starts runs that leave a result and three artifacts each, and compares what the server has with what the scripts
 * noted: in a file, as soon as an artifact was saved or left out.
 */
export class OutputLedger {
  private readonly tally: OutputTally = {
    ...{ states: {}, results: 0, artifacts: { stored: 0, leftOut: 0 }, mismatches: [] },
  };
  private readonly noteFile: string;
  private readonly code: string;
  private started = 0;

  constructor(
    private readonly installation: Installation,
    private readonly devices: Device[],
  ) {
    this.noteFile = join(installation.folder, `notes-${randomUUID()}`);
    this.code = `
      const run = drover.env.MARK + ' ' + drover.robotName;
      const note = (about) => require('node:fs').appendFileSync(${JSON.stringify(this.noteFile)}, JSON.stringify({ run, ...about }) + '\\n');
      const sizes = { small: ${sizes.small}, medium: ${sizes.medium}, third: drover.env.MARK % 5 === 0 ? ${sizes.large} : ${sizes.small} };
      drover.result({ run });
      module.exports = (async () => {
        for (const [name, size] of Object.entries(sizes)) {
          const { sha256, problem } = await drover.artifacts.save(name, Buffer.alloc(size, run + name));
          note({ name, sha256, problem });
        }
      })();`;
  }

  /** Starts at least so many runs in rounds, causes the fault at a random time in each, and returns what became of all. */
  async startRunsDuring(fault: Fault, count: number): Promise<OutputTally> {
    for (let round = 0, left = count; left > 0; round += 1) {
      const jobs = Math.min(jobsPerRound, Math.ceil(left / this.devices.length));
      left -= jobs * this.devices.length;
      const starting = this.startJobs(jobs);
      await delay(Math.random() * faultWithinMs);
      const [jobIds] = await Promise.all([starting, fault(round)]);
      for (const { jobId, mark } of jobIds) await this.compareJob(jobId, mark);
    }
    return this.tally;
  }

  private async startJobs(count: number): Promise<{ jobId: string; mark: string }[]> {
    const { code, devices, installation } = this;
    const jobs: { jobId: string; mark: string }[] = [];
    for (let n = 0; n < count; n += 1) {
      const mark = String((this.started += 1));
      const { jobId } = await installation.drover.scripts.execute({ code, devices, vars: { MARK: mark } });
      jobs.push({ jobId, mark });
      await delay(100);
    }
    return jobs;
  }

  private async compareJob(jobId: string, mark: string): Promise<void> {
    const { drover } = this.installation;
    const { items: runs } = await eventually(
      () => drover.runs.list({ jobId }),
      ({ items }) => items.length === this.devices.length && items.every(({ state }) => hasEnded(state)),
      timeoutMs,
    );
    for (const run of runs) {
      this.tally.states[run.state] = (this.tally.states[run.state] ?? 0) + 1;
      const mismatch = await this.findMismatch(run, `${mark} ${run.deviceName}`);
      if (mismatch) this.tally.mismatches.push(`${run._id}: ${run.state}: ${mismatch}`);
    }
  }

  /** Returns how a run differs from what its script noted. */
  private async findMismatch(run: Run, title: string): Promise<string | undefined> {
    const notes = this.readNotes().filter((note) => note.run === title);
    const results = (await this.installation.drover.results.list({ jobId: run.jobId })).items;
    const values = results.filter(({ runId }) => runId === run._id).map(({ value }) => value);
    const expected = run.state === 'succeeded' ? [{ run: title }] : [];
    this.tally.results += values.length;
    if (JSON.stringify(values) !== JSON.stringify(expected)) return `results ${JSON.stringify(values)}`;
    if (run.state === 'succeeded' && notes.length !== 3) return `${notes.length} artifacts were noted`;
    if (run.state !== 'succeeded' && !run.reason) return 'it has no reason';
    return (
      (await this.findWrongArtifact(run, notes, title)) ??
      (await this.findSilence(
        run,
        notes.filter(({ problem }) => problem !== null),
      ))
    );
  }

  /** Compares the artifacts of the server, by name and content, with those that were saved. */
  private async findWrongArtifact(run: Run, notes: Note[], title: string): Promise<string | undefined> {
    const { drover } = this.installation;
    const saved = notes.filter(({ problem }) => problem === null);
    const { items } = await eventually(
      () => drover.runs.listArtifacts(run._id),
      ({ items: stored }) => saved.every(({ name }) => stored.some((artifact) => artifact.name === name)),
      timeoutMs,
    );
    const names = items.map(({ name }) => name);
    if (new Set(names).size < names.length) return `twice: ${names.join(', ')}`;
    for (const artifact of items) {
      const note = notes.find(({ name }) => name === artifact.name);
      // The agent may have been killed between saving an artifact and answering the script.
      if (!note && run.state === 'succeeded') return `${artifact.name} was not saved`;
      if (note && note.sha256 !== artifact.sha256) return `${artifact.name} has another checksum than noted`;
      if ((await this.hash(artifact)) !== hashOf(title, artifact))
        return `${artifact.name} has another content`;
      this.tally.artifacts.stored += 1;
    }
    return undefined;
  }

  /** Expects the log of a run to say which artifacts were left out. */
  private async findSilence(run: Run, leftOut: Note[]): Promise<string | undefined> {
    if (leftOut.length === 0) return undefined;
    this.tally.artifacts.leftOut += leftOut.length;
    const log = (await this.installation.readLog(run)).join('\n');
    return leftOut.every(({ name }) => log.includes(`"${name}" was left out`))
      ? undefined
      : `its log does not say what was left out: ${log}`;
  }

  private async hash({ runId, _id }: Artifact): Promise<string> {
    const response = await this.installation.drover.runs.getArtifact(runId, _id);
    return createHash('sha256')
      .update(new Uint8Array(await response.arrayBuffer()))
      .digest('hex');
  }

  private readNotes(): Note[] {
    if (!existsSync(this.noteFile)) return [];
    const lines = readFileSync(this.noteFile, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Note);
  }
}

/** The SHA-256 of the content that the script gave to an artifact. */
function hashOf(title: string, { name, size }: Artifact): string {
  return createHash('sha256')
    .update(Buffer.alloc(size ?? 0, title + name))
    .digest('hex');
}
