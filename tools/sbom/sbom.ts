import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../nx.cjs';
import { nodeVersion } from '../executables/platforms';
import { findPackages, readBundledFiles, type BundledPackage } from './bundled-packages';

/** What a release contains. */
export interface Artifact {
  /** Folder with the package.json, for name and version. */
  folder: string;
  /** Name, if it is not that of the package. */
  name?: string;
  /** Projects whose bundles are in it: the names of the files in dist/bundled. */
  bundles: string[];
  /** Version of Node that is in it. */
  node?: string;
}

/** The packages of npm. The server contains the console and the agents, which it serves. */
export const packageArtifacts: Artifact[] = [
  { folder: 'apps/api', bundles: ['api', 'web', 'phone', 'agent'] },
  { folder: 'apps/agent', bundles: ['agent'] },
  { folder: 'apps/cli', bundles: ['cli'] },
  { folder: 'apps/create-drover', bundles: ['create-drover'] },
  { folder: 'libs/sdk', bundles: ['sdk'] },
  { folder: 'libs/script-testing', bundles: ['script-testing'] },
  // Contains declarations, which are not bundled.
  { folder: 'libs/script-types', bundles: [] },
];

/** The executables, the same for all platforms. */
export const executableArtifacts: Artifact[] = [
  {
    folder: 'apps/agent',
    name: 'drover-agent-executable',
    bundles: ['agent', 'drover-agent-executable'],
    node: nodeVersion,
  },
  { folder: 'apps/cli', name: 'drover-executable', bundles: ['drover-executable'], node: nodeVersion },
];

interface Manifest {
  name: string;
  version: string;
  license: string;
  dependencies?: Record<string, string>;
}

const readManifest = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;

/**
 * Returns the software bill of materials in the format CycloneDX 1.6. `dependencies` says what is in each artifact, and
 * which packages npm installs with it. It does not list what those depend on.
 */
export function createSbom(artifacts: Artifact[]) {
  const { name, version } = readManifest('libs/sdk/package.json');
  const contents = artifacts.map((artifact) => ({
    component: describeArtifact(artifact),
    packages: [...listBundled(artifact), ...listInstalled(artifact)],
  }));
  const packages = new Map(
    contents.flatMap((content) => content.packages.map((found) => [toPurl(found), found])),
  );
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'release', name: name.split('/')[0], version } },
    components: [
      ...contents.map(({ component }) => component),
      ...[...packages.values()].map((found) => describePackage(found)),
    ],
    dependencies: [
      { ref: 'release', dependsOn: contents.map(({ component }) => component['bom-ref']) },
      ...contents.map(({ component, packages }) => ({
        ref: component['bom-ref'],
        dependsOn: [...new Set(packages.map(toPurl))].sort(),
      })),
    ],
  };
}

/** Returns what is in the bundles of the artifact, and Node if it contains it. */
function listBundled({ bundles, node }: Artifact): BundledPackage[] {
  const packages = findPackages(bundles.flatMap(readBundledFiles));
  return node === undefined ? packages : [...packages, { name: 'node', version: node, license: 'MIT' }];
}

/** Executables install nothing. */
function listInstalled({ folder, node }: Artifact): BundledPackage[] {
  if (node !== undefined) return [];
  const { dependencies = {} } = readManifest(`${folder}/package.json`);
  return Object.keys(dependencies).flatMap((name) => findPackages([`node_modules/${name}/package.json`]));
}

function describeArtifact({ folder, name, node }: Artifact) {
  const { license, ...manifest } = readManifest(`${folder}/package.json`);
  const found = { name: name ?? manifest.name, version: manifest.version, license };
  const ref = node === undefined ? toPurl(found) : `pkg:generic/${found.name}@${found.version}`;
  return { ...describePackage(found), 'bom-ref': ref, purl: ref };
}

function describePackage(found: BundledPackage) {
  const { name, version, license } = found;
  const ref = toPurl(found);
  return {
    type: name === 'node' ? 'application' : 'library',
    'bom-ref': ref,
    name,
    version,
    purl: ref,
    ...(license && { licenses: [describeLicense(license)] }),
  };
}

/** Texts such as "SEE LICENSE IN …" are no SPDX expressions. */
const describeLicense = (license: string) =>
  /^SEE |^UNLICENSED$/.test(license) ? { license: { name: license } } : { expression: license };

/** Returns the package URL, which is also the reference inside the document. */
function toPurl({ name, version }: { name: string; version: string }): string {
  if (name === 'node') return `pkg:generic/node@${version}`;
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
