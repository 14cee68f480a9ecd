import type { Project, Review } from '@drover/sdk';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compareFiles } from '../../features/projects/compare-files';
import { ProjectFiles, type Place } from '../../features/projects/project-files';
import { languageOfFile } from '../../lib/language-of-file';
import { isProjectCode } from '../../lib/project-code';
import { reviewQueries } from '../../queries/reviews';
import { lazyPart } from '../../texts/lazy-part';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { Section } from '../../ui/layout/section';
import classes from './review-page.module.css';

const TextDiff = lazyPart(() => import('../../features/revisions/text-diff'), 'TextDiff');
const CodeEditor = lazyPart(() => import('../../features/devscripts/code-editor'), 'CodeEditor', 'editor');

/** The source files that the submitted code was built from. A changed one shows what differs from the published version. */
export function ReviewedSources({ review, code }: { review: Review; code: string }) {
  const { devscriptId, codeSha256 } = review;
  const { t } = useTranslation(['reviews', 'projects']);
  const isProject = isProjectCode(code);
  const project = useQuery(reviewQueries.project(devscriptId, isProject ? codeSha256 : undefined));
  const published = useQuery(reviewQueries.published(review));
  const wasProject = isProjectCode(published.data?.code);
  const before = useQuery(
    reviewQueries.project(devscriptId, isProject && wasProject ? review.published?.codeSha256 : undefined),
  );
  if (!isProject) return null;
  const failed = [project, published, before].find(({ isError }) => isError);
  const isWaiting = (review.published && !published.data) || (wasProject && !before.data);
  return (
    <Section title={t('projects:sourceFiles')}>
      {failed ? (
        <ErrorAlert error={failed.error} onRetry={() => void failed.refetch()} />
      ) : project.data && !isWaiting ? (
        <Sources files={project.data.files} before={review.published ? (before.data?.files ?? []) : null} />
      ) : (
        <Skeleton height={160} />
      )}
    </Section>
  );
}

/** `before` is null if there is nothing to compare with. */
function Sources({ files, before }: { files: Project['files']; before: Project['files'] | null }) {
  const { t } = useTranslation(['reviews', 'projects']);
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
      {before && (
        <Text size="sm" c="dimmed">
          {t('sourceChanges', { count: changes.length })}
        </Text>
      )}
      <div className={classes.sources}>
        <ProjectFiles
          files={all}
          place={{ ...place, path }}
          onPlaceChange={setPlace}
          marks={new Map(changes.map((each) => [each.path, t(`projects:${each.kind}`)]))}
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
