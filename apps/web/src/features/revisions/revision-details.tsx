import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import type { Revision } from '@drover/sdk';
import { Group, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { revisionQueries, type RevisionFileKind } from '../../queries/revisions';
import { lazyPart } from '../../texts/lazy-part';
import { isProjectCode } from '../../lib/project-code';
import { formatExactTime } from '../../lib/time';
import { QueryResult } from '../../ui/lists/query-result';
import classes from './revision-details.module.css';

const TextDiff = lazyPart(() => import('./text-diff'), 'TextDiff');

interface Props {
  devscriptId: string;
  revision: Revision;
  previous: Revision | undefined;
  newest: Revision;
  /** Shows the source files of a project in place of the code that was built from them. */
  showSources: (after: Revision, before: Revision | undefined) => ReactNode;
}

/** Who made a revision, and what it changed: compared with the previous or with the newest one. */
export function RevisionDetails({ devscriptId, revision, previous, newest, showSources }: Props) {
  const { t, i18n } = useTranslation('revisions');
  const [kind, setKind] = useState<RevisionFileKind>('code');
  const [other, setOther] = useState<'previous' | 'newest'>('previous');
  const isNewest = revision._id === newest._id;
  const [before, after] = other === 'newest' && !isNewest ? [revision, newest] : [previous, revision];
  const { number, source, restoredNumber, commit, commitAuthor } = revision;
  return (
    <div className={classes.details}>
      <Text size="sm" c="dimmed">
        {t('number', { number })} · {formatExactTime(revision.createdAt, i18n.language)} ·{' '}
        {t(`sources.${source}`, { number: restoredNumber, commit: commit?.slice(0, 8) })}
        {commitAuthor && ` · ${commitAuthor}`}
        {revision.personName && revision.tokenName && ` · ${revision.tokenName}`}
      </Text>
      <Group gap="sm">
        <SegmentedControl
          size="xs"
          aria-label={t('file')}
          value={kind}
          onChange={setKind}
          data={[
            { value: 'code', label: t('code') },
            { value: 'config', label: t('config') },
            { value: 'schema', label: t('schema') },
          ]}
        />
        {!isNewest && (
          <SegmentedControl
            size="xs"
            aria-label={t('compare')}
            value={other}
            onChange={setOther}
            data={[
              { value: 'previous', label: t('sincePrevious') },
              { value: 'newest', label: t('untilNewest') },
            ]}
          />
        )}
      </Group>
      <FileDiff {...{ devscriptId, kind, before, after, showSources }} />
    </div>
  );
}

interface FileDiffProps extends Pick<Props, 'devscriptId' | 'showSources'> {
  kind: RevisionFileKind;
  before: Revision | undefined;
  after: Revision;
}

function FileDiff({ devscriptId, kind, before, after, showSources }: FileDiffProps) {
  const { t } = useTranslation('revisions');
  const old = useQuery(revisionQueries.file(devscriptId, before, kind));
  const present = useQuery(revisionQueries.file(devscriptId, after, kind));
  if (before?.[kind]?.sha256 === after[kind]?.sha256) {
    return (
      <Text size="sm" c="dimmed">
        {after[kind] ? t('unchanged') : t('noFile')}
      </Text>
    );
  }
  return (
    <QueryResult query={old}>
      {(oldText) => (
        <QueryResult query={present}>
          {(text) =>
            kind === 'code' && isProjectCode(text) ? (
              showSources(after, isProjectCode(oldText) ? before : undefined)
            ) : (
              <Suspense fallback={<Skeleton height={320} />}>
                <div className={classes.diff}>
                  <TextDiff kind={kind} label={t(`${kind}Changes`)} before={oldText} after={text} />
                </div>
              </Suspense>
            )
          }
        </QueryResult>
      )}
    </QueryResult>
  );
}
