import type { Project } from '@drover/sdk';
import { Skeleton, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compareFiles } from '../../features/projects/compare-files';
import { ProjectFiles, type Place } from '../../features/projects/project-files';
import { languageOfFile } from '../../lib/language-of-file';
import { lazyPart } from '../../texts/lazy-part';
import classes from './source-changes.module.css';

const TextDiff = lazyPart(() => import('../../features/revisions/text-diff'), 'TextDiff');
const CodeEditor = lazyPart(() => import('../../features/devscripts/code-editor'), 'CodeEditor', 'editor');

interface Props {
  files: Project['files'];
  /** Null if there is nothing to compare with. */
  before: Project['files'] | null;
  /** Says how many files differ. */
  summary?: (count: number) => string;
}

/** The source files of a project. A changed one shows what differs. */
export function SourceChanges({ files, before, summary }: Props) {
  const { t } = useTranslation('projects');
  const changes = before ? compareFiles(before, files) : [];
  const removed = changes.filter(({ kind }) => kind === 'removed');
  const all = [...files, ...removed.map(({ path }) => ({ path, text: '' }))];
  const [place, setPlace] = useState<Place | undefined>(changes[0]);
  const path = place?.path ?? all[0]?.path ?? '';
  const change = changes.find((each) => each.path === path);
  const text = files.find((each) => each.path === path)?.text ?? '';
  const kinds = { javascript: 'code', json: 'config', text: 'text' } as const;
  return (
    <>
      {before && summary && (
        <Text size="sm" c="dimmed">
          {summary(changes.length)}
        </Text>
      )}
      <div className={classes.sources}>
        <ProjectFiles
          files={all}
          place={{ ...place, path }}
          onPlaceChange={setPlace}
          marks={new Map(changes.map((each) => [each.path, t(each.kind)]))}
        >
          <Suspense fallback={<Skeleton height="100%" />}>
            {change ? (
              <div className={classes.diff}>
                <TextDiff
                  kind={kinds[languageOfFile(path)]}
                  label={path}
                  before={change.before}
                  after={change.after}
                />
              </div>
            ) : (
              <CodeEditor
                key={`${path}:${place?.line}`}
                isReadOnly
                language={languageOfFile(path)}
                path={path}
                label={path}
                line={place?.line}
                value={text}
              />
            )}
          </Suspense>
        </ProjectFiles>
      </div>
    </>
  );
}
