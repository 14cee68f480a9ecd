import { createScratchFolder } from '@drover/test-installation';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const root = join(__dirname, '../../../..');

/** A built package as users install it: packed, then installed into an empty folder without network access. */
export interface PackedPackage {
  folder: string;
  /** The files of the package. */
  files: string[];
  remove: () => Promise<void>;
}

/** Built packages, installed into one folder. */
export interface PackedPackages extends Omit<PackedPackage, 'files'> {
  /** The files of each package. */
  files: Record<string, string[]>;
}

/** Packs and installs the package of a library. */
export async function installPackage(library: string): Promise<PackedPackage> {
  const { files, ...installed } = await installPackages(`libs/${library}`);
  return { ...installed, files: Object.values(files)[0] };
}

/** Packs and installs the packages of projects. */
export async function installPackages(...projects: string[]): Promise<PackedPackages> {
  const { path: folder, remove } = await createScratchFolder();
  const built = projects.map((project) => join(root, 'dist', project));
  const pack = ['pack', ...built, '--json', '--pack-destination', folder];
  const packed = JSON.parse(await run('npm', pack, folder)) as {
    name: string;
    filename: string;
    files: { path: string }[];
  }[];
  await writeFile(join(folder, 'package.json'), '{}');
  const tarballs = packed.map(({ filename }) => join(folder, filename));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], folder);
  const files = packed.map((one) => [one.name, one.files.map(({ path }) => path).sort()] as const);
  return { folder, files: Object.fromEntries(files), remove };
}

/** Compiles a project in strict mode, including the declarations of libraries. Returns the compiler errors. */
export async function compile(folder: string, options: object, include = ['*.ts']): Promise<string> {
  const strict = { strict: true, noUncheckedIndexedAccess: true, skipLibCheck: false };
  const compilerOptions = { target: 'es2022', ...strict, outDir: 'out', ...options };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  return run(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'],
    folder,
  );
}

/** Returns the output of a program, or its error message if it fails without output. */
async function run(program: string, args: string[], cwd: string): Promise<string> {
  try {
    return (await promisify(execFile)(program, args, { cwd })).stdout;
  } catch (failure) {
    const { stdout, message } = failure as { stdout: string; message: string };
    return stdout || message;
  }
}
