import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Step {
  uses?: string;
  run?: string;
}

interface Job {
  permissions?: Record<string, string>;
  'runs-on': string;
  'timeout-minutes': number;
  needs?: string;
  steps: Step[];
}

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const root = join(__dirname, '../..');
const folder = join(root, '.github/workflows');
const readText = (file: string) => readFileSync(join(folder, file), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

describe.each(readdirSync(folder))('the workflow %s', (file) => {
  const { permissions, jobs } = parse(readText(file)) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('pins every action by its commit, with the version beside it', () => {
    for (const line of readText(file)
      .split('\n')
      .filter((text) => text.includes('uses:'))) {
      expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  it('may write nothing unless a job says so, and ends', () => {
    expect(Object.values(permissions)).not.toContain('write');
    for (const [name, job] of Object.entries(jobs)) {
      expect([name, job['timeout-minutes']]).toEqual([name, expect.any(Number)]);
      if (job.needs) expect(jobs).toHaveProperty(job.needs);
    }
  });

  it('runs scripts that exist, and inserts no expressions into them', () => {
    for (const { uses, run } of steps) {
      expect([uses, run].filter(Boolean)).toHaveLength(1);
      expect(run ?? '').not.toContain('${{');
      for (const [, script = ''] of (run ?? '').matchAll(/npm run (\w+)/g))
        expect(scripts).toHaveProperty(script);
    }
  });
});
