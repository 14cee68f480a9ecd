import {
  buildTreeProject,
  createFileResolver,
  ProjectError,
  type BuildTools,
  type ProjectTree,
} from '@drover/projects/tree';
import type { Project } from '@drover/sdk';
import type { Message } from 'esbuild';
import * as esbuild from 'esbuild-wasm/esm/browser';
import wasmURL from 'esbuild-wasm/esbuild.wasm?url';
import builtins from 'virtual:node-modules';
import type { BuildAnswer, BuildFailure, BuildProblem, BuildRequest, BuildResult } from './protocol';

/** The server lets only files of this name compile WebAssembly: see console.ts of the server. */
const ready = esbuild.initialize({ wasmURL, worker: false });

const tools: BuildTools = {
  esbuild,
  loadSwc: async () => {
    const swc = await import('@swc/wasm-web');
    await swc.default();
    return swc as unknown as Awaited<ReturnType<BuildTools['loadSwc']>>;
  },
  isBuiltin: (name) => name.startsWith('node:') || builtins.includes(name),
  createResolver: createFileResolver,
  namespace: 'file',
};

/** Returns a tree of files in memory. */
function createTree(files: Project['files']): ProjectTree {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const folders = new Set(files.flatMap(({ path }) => foldersOf(path)));
  return {
    find: (path) => (texts.has(path) ? 'file' : folders.has(path) ? 'folder' : undefined),
    read: (path) => Promise.resolve(new TextEncoder().encode(texts.get(path))),
  };
}

function foldersOf(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
}

/** Builds a project. Files that nothing imports are kept. */
async function build(files: Project['files']): Promise<BuildResult> {
  await ready;
  const built = await buildTreeProject(tools, createTree(files), { folder: '', rootName: '' });
  return {
    project: { ...built.project, files },
    warnings: built.warnings.map((message) => toProblem(message, false)),
  };
}

function toProblem({ text, location }: Message, isError: boolean): BuildProblem {
  return { text, path: location?.file.replace(/^\//, ''), line: location?.line, isError };
}

function toFailure({ message, messages }: ProjectError): BuildFailure {
  if (messages.length === 0) return { problems: [{ text: message, isError: true }], packages: [] };
  const names = messages.flatMap(({ detail }) => packageOf(detail) ?? []);
  return {
    problems: messages.map((each) => toProblem(each, true)),
    packages: [...new Set(names)].sort(),
  };
}

/** Returns the name of the package that an import of the message needs. */
function packageOf(detail: unknown): string | undefined {
  const path = (detail as { package?: string } | undefined)?.package;
  return /^(@[^/:]+\/)?[^/:#]+(?=\/|$)/.exec(path ?? '')?.[0];
}

self.addEventListener('message', ({ data: { n, files } }: MessageEvent<BuildRequest>) => {
  const answer = (message: BuildAnswer) => self.postMessage(message);
  build(files).then(
    (result) => answer({ n, result }),
    (error: Error) =>
      error instanceof ProjectError
        ? answer({ n, failure: toFailure(error) })
        : answer({ n, crash: error.message }),
  );
});
