import type { BuildOptions, Message } from 'esbuild';
import { bundle } from './build-options';
import type { BuildTools } from './build-tools';
import type { BuiltProject } from './built-project';
import { compileForPhones } from './compile-es5';
import type { Engine } from './engines';
import type { ProjectFile } from './project-file';

/** What is built of a project, and from which files. */
interface Outputs extends Pick<BuiltProject, 'code' | 'sourceMap' | 'phoneCode' | 'phoneMap'> {
  inputs: string[];
  warnings: Message[];
}

interface OutputOptions {
  engines: Engine[];
  bundlerOptions: (engine: Engine) => BuildOptions;
  /** Replaces the paths of the source files in a map. */
  mapSources?: (sourceMap: string) => string;
}

/** Bundles a project for each engine. */
export async function buildOutputs(
  { esbuild, isBuiltin, loadSwc }: Pick<BuildTools, 'esbuild' | 'isBuiltin' | 'loadSwc'>,
  project: ProjectFile,
  { engines, bundlerOptions, mapSources = (map) => map }: OutputOptions,
): Promise<Outputs> {
  const build = async (engine: Engine) => {
    const bundled = await bundle({ esbuild, isBuiltin, project, engine }, bundlerOptions(engine));
    const mapped = { code: bundled.code, sourceMap: mapSources(bundled.sourceMap) };
    return { ...bundled, ...(engine === 'phone' ? await compileForPhones(await loadSwc(), mapped) : mapped) };
  };
  const outputs = await Promise.all(engines.map(build));
  const [main, phone] = outputs;
  const warnings = outputs.flatMap((output) => output.warnings);
  return {
    code: main.code,
    sourceMap: main.sourceMap,
    ...(phone && { phoneCode: phone.code, phoneMap: phone.sourceMap }),
    inputs: [...new Set(outputs.flatMap(({ inputs }) => inputs))],
    // Most warnings are the same for both engines.
    warnings: [...new Map(warnings.map((warning) => [JSON.stringify(warning), warning])).values()],
  };
}
