import { scratchFolder } from '@drover/test-installation';
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '../../../..');
const exampleFolder = join(root, 'libs/sdk/examples');

/** How a project of TypeScript takes the package. */
export interface ProjectKind {
  type: 'module' | 'commonjs';
  moduleResolution: 'bundler' | 'node16';
}

/** The client as people install it: packed, then installed into an empty folder without a network. */
export class PackedSdk {
  private constructor(
    readonly folder: string,
    /** What the package holds. */
    readonly files: string[],
    readonly remove: () => Promise<void>,
  ) {}

  static async install(): Promise<PackedSdk> {
    const { path: folder, remove } = await scratchFolder();
    const pack = ['pack', join(root, 'dist/libs/sdk'), '--json', '--pack-destination', folder];
    const [{ filename, files }] = JSON.parse(await run('npm', pack, folder)) as [
      { filename: string; files: { path: string }[] },
    ];
    await writeFile(join(folder, 'package.json'), '{}');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)], folder);
    return new PackedSdk(folder, files.map(({ path }) => path).sort(), remove);
  }

  /** What was installed beside it. */
  async packages(): Promise<string[]> {
    const names = await readdir(join(this.folder, 'node_modules'));
    return names.filter((name) => !name.startsWith('.'));
  }

  /** Compiles the examples; gives the folder of the project, and what the compiler said. */
  async compile({ type, moduleResolution }: ProjectKind): Promise<{ folder: string; complaints: string }> {
    const folder = join(this.folder, `${type}-${moduleResolution}`);
    await cp(exampleFolder, folder, { recursive: true });
    await writeJson(join(folder, 'package.json'), { type });
    const module = moduleResolution === 'node16' ? 'node16' : type === 'module' ? 'esnext' : 'commonjs';
    const types = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')], lib: ['es2022'] };
    return { folder, complaints: await compile(folder, { module, moduleResolution, ...types }) };
  }

  /** Compiles an expression for a browser; gives what the compiler said. */
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

/** As strict as it gets: the declarations of libraries are checked too. */
async function compile(folder: string, options: object): Promise<string> {
  const compilerOptions = { target: 'es2022', strict: true, skipLibCheck: false, outDir: 'out', ...options };
  await writeJson(join(folder, 'tsconfig.json'), { compilerOptions, include: ['*.ts'] });
  return run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], folder);
}

/** What a program wrote, or in what way it failed. */
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
