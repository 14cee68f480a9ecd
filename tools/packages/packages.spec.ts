import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const readJson = <Content>(path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Content;

interface Package {
  version: string;
  description: string;
  license: string;
  homepage: string;
  repository: { type: string; url: string; directory?: string };
  bugs: string;
}

const { release } = readJson<{ release: { projects: string[] } }>('nx.json');
const workspace = readJson<Package>('package.json');
const isApp = (project: string) => existsSync(join(root, 'apps', project));
const folderOf = (project: string) => `${isApp(project) ? 'apps' : 'libs'}/${project}`;

describe.each(release.projects)('the published package of %s', (project) => {
  const folder = folderOf(project);
  const published = readJson<Package>(`${folder}/package.json`);

  it('has the version of the others, the licence and the addresses of the repository', () => {
    const { license, repository, bugs, homepage } = workspace;
    const { version } = readJson<Package>('libs/sdk/package.json');
    expect(published).toMatchObject({
      ...{ version, license, bugs },
      homepage: homepage.replace('#', `/tree/main/${folder}#`),
      repository: { ...repository, directory: folder },
    });
  });

  it('has a README and a build', () => {
    expect(existsSync(join(root, folder, 'README.md'))).toBe(true);
    expect(readJson(`${folder}/project.json`)).toHaveProperty('targets.build.command');
  });
});

it('gives the contract, which contains the version that agents report, the version of the agent', () => {
  const { version } = readJson<Package>('apps/agent/package.json');
  expect(readJson<Package>('libs/contract/package.json').version).toBe(version);
});

it('pins the tools of the command line to the versions that are tested', () => {
  const { dependencies } = readJson<{ dependencies: Record<string, string> }>('apps/cli/package.json');
  const tested = readJson<{ devDependencies: Record<string, string> }>('package.json').devDependencies;
  expect(Object.keys(dependencies)).toEqual(['@swc/core', 'esbuild']);
  expect(tested).toMatchObject(dependencies);
});

it('pins the dependencies of the server to the versions that are tested', () => {
  type Dependencies = Record<
    'dependencies' | 'devDependencies' | 'optionalDependencies',
    Record<string, string>
  >;
  const { dependencies, optionalDependencies } = readJson<Dependencies>('apps/api/package.json');
  const tested = readJson<Dependencies>('package.json');
  expect(tested.optionalDependencies).toEqual(optionalDependencies);
  expect(Object.keys(dependencies)).toEqual([
    '@electric-sql/pglite',
    '@node-rs/argon2',
    '@swc/core',
    'esbuild',
  ]);
  expect({ ...tested.devDependencies, ...tested.dependencies }).toMatchObject(dependencies);
});
