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

/** Packs and installs the package of a library. */
export async function installPackage(library: string): Promise<PackedPackage> {
  const { path: folder, remove } = await createScratchFolder();
  const pack = ['pack', join(root, 'dist/libs', library), '--json', '--pack-destination', folder];
  const [{ filename, files }] = JSON.parse(await run('npm', pack, folder)) as [
    { filename: string; files: { path: string }[] },
  ];
  await writeFile(join(folder, 'package.json'), '{}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)], folder);
  return { folder, files: files.map(({ path }) => path).sort(), remove };
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
