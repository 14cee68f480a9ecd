import { createScratchFolder } from '@drover/test-installation';
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '../../../..');
const exampleFolder = join(root, 'libs/sdk/examples');

/** How a TypeScript project imports the package. */
export interface ProjectKind {
  type: 'module' | 'commonjs';
  moduleResolution: 'bundler' | 'node16';
}

/** The SDK as users install it: packed, then installed into an empty folder without network access. */
export class PackedSdk {
  private constructor(
    readonly folder: string,
    /** The files of the package. */
    readonly files: string[],
    readonly remove: () => Promise<void>,
  ) {}

  static async install(): Promise<PackedSdk> {
    const { path: folder, remove } = await createScratchFolder();
    const pack = ['pack', join(root, 'dist/libs/sdk'), '--json', '--pack-destination', folder];
    const [{ filename, files }] = JSON.parse(await run('npm', pack, folder)) as [
      { filename: string; files: { path: string }[] },
    ];
    await writeFile(join(folder, 'package.json'), '{}');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)], folder);
    return new PackedSdk(folder, files.map(({ path }) => path).sort(), remove);
  }

  /** Lists the installed packages. */
  async listPackages(): Promise<string[]> {
    const names = await readdir(join(this.folder, 'node_modules'));
    return names.filter((name) => !name.startsWith('.'));
  }

  /** Compiles the examples. Returns the folder of the project and the compiler errors. */
  async compileExamples({
    type,
    moduleResolution,
  }: ProjectKind): Promise<{ folder: string; errors: string }> {
    const folder = join(this.folder, `${type}-${moduleResolution}`);
    await cp(exampleFolder, folder, { recursive: true });
    await writeJson(join(folder, 'package.json'), { type });
    const module = moduleResolution === 'node16' ? 'node16' : type === 'module' ? 'esnext' : 'commonjs';
    const types = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')], lib: ['es2022'] };
    return { folder, errors: await compile(folder, { module, moduleResolution, ...types }) };
  }

  /** Compiles an expression for a browser. Returns the compiler errors. */
  async compilePage(expression: string): Promise<string> {
    const folder = join(this.folder, 'page');
    await mkdir(folder);
    await writeFile(
      join(folder, 'page.ts'),
      `import { Drover } from '@drover/sdk';\nexport const page = ${expression};\n`,
    );
    const lib = ['es2022', 'dom'];
    return compile(folder, { module: 'esnext', moduleResolution: 'bundler', types: [], lib });
  }
}

/** Compiles a project in strict mode, including the declarations of libraries. */
async function compile(folder: string, options: object): Promise<string> {
  const strict = { strict: true, noUncheckedIndexedAccess: true, skipLibCheck: false };
  const compilerOptions = { target: 'es2022', ...strict, outDir: 'out', ...options };
  await writeJson(join(folder, 'tsconfig.json'), { compilerOptions, include: ['*.ts'] });
  return run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], folder);
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

function writeJson(path: string, content: object): Promise<void> {
  return writeFile(path, JSON.stringify(content));
}
