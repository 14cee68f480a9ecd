import type { Revision } from '@drover/sdk';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { revisionQueries } from '../../queries/revisions';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { SourceChanges } from '../projects/source-changes';

interface Props {
  devscriptId: string;
  revision: Revision;
  /** The project to compare with, if there is one. */
  before: Revision | undefined;
}

/** The source files of a revision, and what changed in them. */
export function RevisionSources({ devscriptId, revision, before }: Props) {
  const present = useQuery(revisionQueries.project(devscriptId, revision));
  const old = useQuery(revisionQueries.project(devscriptId, before));
  const failed = [present, old].find(({ isError }) => isError);
  if (failed) return <ErrorAlert error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!present.data || (before && !old.data)) return <Skeleton height={320} />;
  return <SourceChanges files={present.data.files} before={old.data?.files ?? null} />;
}
