import { ArtifactSpool, ArtifactUploader } from '@drover/agent/artifacts';
import { randomBytes } from 'node:crypto';
import { createReadStream, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Benchmark } from './benchmark';
import { insertDevices } from './devices';
import { atLeast, median, type Figure } from './figures';
import { Baseline, cpuSeconds } from './processes';
import { runnerOf } from './runs';
import { openStage, type PostgresStage } from './stage';

/** Concurrent uploads of each side: the number that an agent uses. */
const uploadsAtOnce = 3;

const megabyte = 1024 ** 2;
const untilUploadedMs = 120_000;

/** What is uploaded in a round. Only large files are compared with the target: the database decides about small ones. */
const cases = [
  { files: 6, bytes: 64 * megabyte, text: '64 MB', hasTarget: true },
  { files: 60, bytes: megabyte, text: '1 MB', hasTarget: false },
];

interface Side {
  ms: number;
  /** Processor time of the server. */
  cpuMs: number;
}

interface Round {
  drover: Side;
  bare: Side;
}

export const artifacts: Benchmark = {
  name: 'artifacts',
  title: 'Artifacts',
  description:
    "Files of random bytes from the agent's spool to the server, in requests of 4 to 64 MB, checked by SHA-256, flushed to the disk, " +
    'recorded in PostgreSQL, three at a time. Baseline: bare HTTP requests that stream equally large files from the same ' +
    'disk to a bare server, which streams them to the same disk and flushes them, three at a time. Both sides take turns.',
  async measure({ isFull }) {
    const stage = await openStage();
    const folder = join(stage.folder, 'bare');
    const baseline = await Baseline.start('upload', { UPLOAD_FOLDER: folder });
    try {
      const deviceIds = await insertDevices(stage, 1);
      const devices = readFileSync(join(stage.folder, 'devices/simulated.json'), 'utf8');
      const [{ token }] = JSON.parse(devices) as { token: string }[];
      const run = await runnerOf(stage, deviceIds);
      const figures: Figure[] = [];
      for (const { files, bytes, text, hasTarget } of cases) {
        const rounds: Round[] = [];
        for (let round = 0; round <= (isFull ? 11 : 5); round += 1) {
          const { jobId } = await run();
          const [{ _id: runId }] = (await stage.drover.runs.list({ jobId })).items;
          const paths = writeFiles(join(stage.folder, 'files'), files, bytes);
          const upload = { stage, token, runId, paths };
          const sides = [() => uploadByAgent(upload), () => uploadBare(baseline, paths)];
          // The order changes, because the first one may find a busier disk.
          const [first, second] = round % 2 === 0 ? sides : sides.toReversed();
          const [a, b] = [await first(), await second()];
          rounds.push(round % 2 === 0 ? { drover: a, bare: b } : { drover: b, bare: a });
          rmSync(folder, { recursive: true });
          mkdirSync(folder);
        }
        figures.push(toFigure(rounds.slice(1), { megabytes: (files * bytes) / megabyte, text, hasTarget }));
      }
      return figures;
    } finally {
      await baseline.stop();
      await stage.close();
    }
  },
};

function writeFiles(folder: string, count: number, bytes: number): string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return Array.from({ length: count }, (_, index) => {
    const path = join(folder, `file-${index}`);
    writeFileSync(path, randomBytes(bytes), { flush: true });
    return path;
  });
}

interface AgentUpload {
  stage: PostgresStage;
  token: string;
  runId: string;
  paths: string[];
}

/** Saves the files in a spool, and returns the time until the server has them all. */
async function uploadByAgent({ stage, token, runId, paths }: AgentUpload): Promise<Side> {
  const folder = join(stage.folder, 'spool');
  const spool = new ArtifactSpool(folder, Infinity);
  for (const path of paths) {
    const source = await open(path);
    await spool.save(source, { runId, name: path, kind: 'file', savedAt: Date.now() });
    await source.close();
  }
  const failures: string[] = [];
  const uploader = new ArtifactUploader({
    ...{ spool, server: stage.url, token },
    log: (sentence) => failures.push(sentence),
  });
  const [startedAt, cpuBefore] = [performance.now(), cpuSeconds(stage.pid)];
  uploader.retryNow();
  while (spool.list().length > 0) {
    if (performance.now() - startedAt > untilUploadedMs) failures.push('it took too long');
    if (failures.length > 0) throw new Error(failures.join(' '));
    await delay(1);
  }
  const side = { ms: performance.now() - startedAt, cpuMs: 1000 * (cpuSeconds(stage.pid) - cpuBefore) };
  uploader.close();
  rmSync(folder, { recursive: true });
  return side;
}

async function uploadBare({ url, pid }: Baseline, paths: string[]): Promise<Side> {
  const left = [...paths];
  const [startedAt, cpuBefore] = [performance.now(), cpuSeconds(pid)];
  const agent = new Agent({ keepAlive: true });
  const uploadNext = async (): Promise<void> => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) await putFile(url, path, agent);
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, uploadNext));
  agent.destroy();
  return { ms: performance.now() - startedAt, cpuMs: 1000 * (cpuSeconds(pid) - cpuBefore) };
}

async function putFile(url: string, path: string, agent: Agent): Promise<void> {
  const put = request(url, { method: 'PUT', agent });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    put.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
  });
  const [status] = await Promise.all([answered, pipeline(createReadStream(path), put)]);
  if (status !== 200) throw new Error(`The bare server responded with status ${status}.`);
}

function toFigure(
  rounds: Round[],
  { megabytes, text, hasTarget }: { megabytes: number; text: string; hasTarget: boolean },
): Figure {
  const rate = ({ ms }: Side) => megabytes / (ms / 1000);
  const middle = (value: (round: Round) => number) => median(rounds.map(value));
  const [drover, baseline] = [middle((round) => rate(round.drover)), middle((round) => rate(round.bare))];
  const ratio = middle((round) => rate(round.drover) / rate(round.bare));
  return {
    name: `files of ${text}`,
    unit: 'MB/s',
    ...{ drover, baseline },
    target: hasTarget ? atLeast(drover, 0.7 * baseline, '0.7 × baseline') : undefined,
    details:
      `median ratio of the ${rounds.length} pairs ${ratio.toFixed(2)}; for ${megabytes} MB the server used ` +
      `${middle((round) => round.drover.cpuMs).toFixed(0)} ms of CPU, the bare one ${middle((round) => round.bare.cpuMs).toFixed(0)} ms`,
  };
}
