import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readNames, rename, WrongName } from './names';
import { writeFeature } from './write';

const root = join(__dirname, '../..');

/** Writes a small working feature, from its table to its page, as a start for the real one. */
function main([plural, singular]: string[]): void {
  const names = readNames(plural, singular);
  const paths = writeFeature(root, names);
  run('apps/api', 'prisma/build/index.js', 'format');
  run('.', 'tsx/dist/cli.mjs', 'tools/migrations/create.ts', rename('sample_records', names));
  run('apps/api', 'prisma/build/index.js', 'generate');
  const formatted = paths.filter((path) => !path.endsWith('.prisma'));
  run('.', 'prettier/bin/prettier.cjs', '--write', '--log-level=warn', ...formatted);
  for (const path of paths) console.log(`Wrote ${path}`);
  console.log('\nNext: npm run docs, npm run check. Then change the feature to what you need.');
}

function run(folder: string, program: string, ...args: string[]): void {
  const file = join(root, 'node_modules', program);
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: 'prisma/schema.prisma' };
  const { status } = spawnSync(process.execPath, [file, ...args], {
    cwd: join(root, folder),
    env: { ...env, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed.`);
}

try {
  main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof WrongName)) throw error;
  console.error(`${error.message}\nUsage: npm run new-feature -- <plural> [singular]`);
  process.exitCode = 2;
}
