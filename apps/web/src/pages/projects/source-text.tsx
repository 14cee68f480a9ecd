import type { Project } from '@drover/sdk';
import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import type { LanguageClient } from '../../features/devscripts/language/language-client';
import type { Place } from '../../features/projects/project-files';
import { languageOfFile } from '../../lib/language-of-file';
import { lazyPart } from '../../texts/lazy-part';

const CodeEditor = lazyPart(() => import('../../features/devscripts/code-editor'), 'CodeEditor', 'editor');

type SourceFile = Project['files'][number];

/** Returns the file at a place, or else the first file with code, or else the first file. */
export function findFile(files: Project['files'], place: Place | undefined): SourceFile | undefined {
  return (
    files.find(({ path }) => path === place?.path) ??
    files.find(({ path }) => languageOfFile(path) === 'javascript') ??
    files[0]
  );
}

interface Props {
  file: SourceFile;
  place: Place | undefined;
  client?: LanguageClient;
  /** Called with the edited text. Without it, the text is read-only. */
  onChange?: (text: string) => void;
}

/** The text of a source file. */
export function SourceText({ file: { path, text }, place, client, onChange }: Props) {
  const line = place?.path === path ? place.line : undefined;
  return (
    <Suspense fallback={<Skeleton height="100%" />}>
      <CodeEditor
        key={`${path}:${line}`}
        language={languageOfFile(path)}
        label={path}
        path={path}
        client={client}
        line={line}
        value={text}
        isReadOnly={!onChange}
        onChange={onChange}
      />
    </Suspense>
  );
}
