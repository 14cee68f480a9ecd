import type { Project } from '@drover/sdk';
import { useEffect, useState } from 'react';
import type { LanguageClient } from '../../features/devscripts/language/language-client';
import type { BuildProblem } from '../../features/projects/build/protocol';
import { languageOfFile } from '../../lib/language-of-file';

/** Finds type errors in all saved files of a project. They block nothing. */
export function useTypeProblems(client: LanguageClient | undefined, files: Project['files']): BuildProblem[] {
  const [problems, setProblems] = useState<BuildProblem[]>([]);
  useEffect(() => {
    if (!client) return;
    let isCurrent = true;
    const code = files.filter(({ path }) => languageOfFile(path) === 'javascript');
    const find = async ({ path, text }: Project['files'][number]) =>
      (await client.ask('findProblems', path))
        .filter(({ isError }) => isError)
        .map(({ from, message }) => ({ path, line: lineAt(text, from), text: message, isError: false }));
    void Promise.all(code.map(find)).then((found) => isCurrent && setProblems(found.flat()));
    return () => {
      isCurrent = false;
    };
  }, [client, files]);
  return problems;
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}
