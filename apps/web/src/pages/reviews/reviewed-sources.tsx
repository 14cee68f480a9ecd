import type { Review } from '@drover/sdk';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isProjectCode } from '../../lib/project-code';
import { reviewQueries } from '../../queries/reviews';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { Section } from '../../ui/layout/section';
import { SourceChanges } from '../projects/source-changes';

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
        <SourceChanges
          files={project.data.files}
          before={review.published ? (before.data?.files ?? []) : null}
          summary={(count) => t('sourceChanges', { count })}
        />
      ) : (
        <Skeleton height={160} />
      )}
    </Section>
  );
}
