import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile, installPackage, root } from './packed-package';

const exampleFolder = join(root, 'libs/sdk/examples');

/** How a TypeScript project imports the package. */
export interface ProjectKind {
  type: 'module' | 'commonjs';
  moduleResolution: 'bundler' | 'node16';
}

/** The SDK as users install it. */
export class PackedSdk {
  private constructor(
    readonly folder: string,
    /** The files of the package. */
    readonly files: string[],
    readonly remove: () => Promise<void>,
  ) {}

  static async install(): Promise<PackedSdk> {
    const { folder, files, remove } = await installPackage('sdk');
    return new PackedSdk(folder, files, remove);
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

function writeJson(path: string, content: object): Promise<void> {
  return writeFile(path, JSON.stringify(content));
}
