import { createScratchFolder } from '@drover/test-installation';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const readJson = <Content>(path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Content;

interface Sbom {
  components: { 'bom-ref': string; name: string; version: string; licenses?: unknown[] }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

let sbom: Sbom;

beforeAll(async () => {
  const { path, remove } = await createScratchFolder();
  const file = join(path, 'sbom.cdx.json');
  const program = ['--tsconfig', 'tools/tsconfig.json', 'tools/sbom/main.ts', file];
  execFileSync(join(root, 'node_modules/.bin/tsx'), program, { cwd: root });
  sbom = JSON.parse(readFileSync(file, 'utf8')) as Sbom;
  await remove();
});

/** Returns the packages in a published package, as `name@version`. */
function listContents(folder: string): string[] {
  const { name, version } = readJson<{ name: string; version: string }>(`${folder}/package.json`);
  const ref = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const { dependsOn } = sbom.dependencies.find((entry) => entry.ref === ref)!;
  return dependsOn.map((entry) => entry.replace('pkg:npm/', '').replace('%40', '@'));
}

/** Returns the packages that npm installs with a published package. */
const listInstalled = (folder: string) =>
  Object.entries(readJson<{ dependencies?: object }>(`${folder}/package.json`).dependencies ?? {}).map(
    ([name, version]) => `${name}@${version}`,
  );

/** Returns the packages of files, as `name@version`. */
function toPackages(files: string[]): string[] {
  const folders = files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return folders.filter((folder) => folder !== undefined).map(readVersion);
}

function readVersion(folder: string): string {
  const { name, version } = readJson<{ name: string; version: string }>(`${folder}/package.json`);
  return `${name}@${version}`;
}

/** The comment that esbuild writes before the polyfills, which were generated from core-js. */
const polyfills = /^ *\/\/ libs\/projects\/src\/polyfills\/modules\.json$/m;

/** Reads the comments that esbuild writes before each file, unless its output is minified. */
function listBuilt(folder: string): string[] {
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.js'));
  const texts = files.map((file) => readFileSync(join(root, folder, file), 'utf8'));
  const bundled = texts.flatMap((text) => text.match(/(?<=^ *\/\/ )node_modules\/\S+$/gm) ?? []);
  return toPackages([
    ...bundled,
    ...(texts.some((text) => polyfills.test(text)) ? ['node_modules/core-js/'] : []),
  ]);
}

/** Reads what Vite has recorded about the console. */
function listRecorded(project: string) {
  const { outputs } = readJson<{
    outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>;
  }>(`dist/bundled/${project}.json`);
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const files = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file);
  return { chunks: Object.keys(outputs), packages: toPackages(files) };
}

const unique = (names: string[]) => [...new Set(names)].sort();

describe('the bill of materials', () => {
  it.each(['apps/agent', 'apps/cli', 'apps/create-drover', 'libs/script-testing'])(
    'lists what is in the bundles of %s, and what npm installs with it',
    (folder) => {
      expect(listContents(folder)).toEqual(
        unique([...listBuilt(`dist/${folder}`), ...listInstalled(folder)]),
      );
    },
  );

  it('lists what is in the server, its console, and the agent that it serves', () => {
    const { packages, chunks } = listRecorded('web');
    const built = [...listBuilt('dist/apps/api'), ...listBuilt('dist/apps/agent'), ...packages];
    expect(listContents('apps/api')).toEqual(unique([...built, ...listInstalled('apps/api')]));
    const scripts = readdirSync(join(root, 'dist/apps/web/assets')).filter((file) => file.endsWith('.js'));
    expect(scripts.filter((file) => !chunks.includes(`assets/${file}`))).toEqual([]);
    const names = packages.map((entry) => entry.replace(/(?!^)@.*/, ''));
    // Bundled although they are development dependencies: code, a style sheet, a file, and declarations of the editor.
    expect(names).toEqual(expect.arrayContaining(['react', '@mantine/core', 'esbuild-wasm', '@types/node']));
  });

  it('says that the packages without dependencies contain none', () => {
    for (const folder of ['libs/sdk', 'libs/script-types']) expect(listContents(folder)).toEqual([]);
  });

  it('describes every package once, with its licence', () => {
    const refs = sbom.components.map((component) => component['bom-ref']);
    expect(unique(refs)).toHaveLength(refs.length);
    const known = new Set([...refs, 'release']);
    for (const { ref, dependsOn } of sbom.dependencies) {
      expect([ref, ...dependsOn].filter((entry) => !known.has(entry))).toEqual([]);
    }
    expect(sbom.components.filter(({ licenses }) => !licenses)).toEqual([]);
  });
});
