import type { Config, Review } from '@drover/sdk';
import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { ConfigForm } from '../../features/config-form/config-form';
import {
  parseConfigItems,
  getInitialValues,
  type FieldValues,
} from '../../features/config-form/config-items';
import { DecisionPanel } from '../../features/reviews/decision-panel';
import { reviewQueries } from '../../queries/reviews';
import { lazyPart } from '../../texts/lazy-part';
import { ReviewIcon } from '../../ui/display/icons';
import { RelativeTime } from '../../ui/display/relative-time';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageError } from '../../ui/layout/page-error';
import { PageHeader } from '../../ui/layout/page-header';
import { Panel, PanelColumns } from '../../ui/layout/panel';
import { Section } from '../../ui/layout/section';
import { QueryResult } from '../../ui/lists/query-result';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { ReviewedSources } from './reviewed-sources';
import classes from './review-page.module.css';

const TextDiff = lazyPart(() => import('../../features/revisions/text-diff'), 'TextDiff');
const CodeEditor = lazyPart(() => import('../../features/devscripts/code-editor'), 'CodeEditor', 'editor');

/** A script that waits for review: its description, code and form, and the decision. */
export function ReviewPage() {
  const { t } = useTranslation('reviews');
  const { devscriptId } = useParams();
  const { data, isError, error, refetch } = useQuery(reviewQueries.list());
  if (isError) return <PageError error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows />;
  const review = data.find((each) => each.devscriptId === devscriptId);
  if (review) return <ReviewDetails key={devscriptId} review={review} onRetry={() => void refetch()} />;
  return (
    <EmptyState
      isPage
      icon={<ReviewIcon size={26} />}
      title={t('gone')}
      action={
        <Button component={Link} to="/reviews" variant="default">
          {t('toReviews')}
        </Button>
      }
    >
      {t('goneText')}
    </EmptyState>
  );
}

function ReviewDetails({ review, onRetry }: { review: Review; onRetry: () => void }) {
  const { t } = useTranslation(['reviews', 'listings']);
  const navigate = useNavigate();
  const files = useQuery(reviewQueries.files(review));
  const config = files.data?.config;
  return (
    <>
      <PageHeader title={review.name} tabTitle={t('reviewOf', { name: review.name })}>
        <span dir="auto">{t('listings:by', { name: review.ownerName })}</span>
        {review.submittedAt && (
          <>
            {' · '}
            {t('submittedAt')} <RelativeTime at={review.submittedAt} />
          </>
        )}
      </PageHeader>
      <PanelColumns
        wide={
          <>
            <Text
              dir="auto"
              c={review.description ? undefined : 'dimmed'}
              style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            >
              {review.description || t('listings:noDescription')}
            </Text>
            {/* If newer files were submitted meanwhile, fetching the list again returns their hashes. */}
            {files.isError && <ErrorAlert error={files.error} onRetry={onRetry} />}
            {files.data && <ReviewedSources review={review} code={files.data.code} />}
            {files.data && review.published && <PublishedChanges review={review} files={files.data} />}
            {files.data && (
              <Source title={t('code')} label={t('codeOf')} language="javascript" text={files.data.code} />
            )}
            {config && <Source title={t('config')} label={t('configOf')} language="json" text={config} />}
          </>
        }
        narrow={
          <>
            <DecisionPanel
              review={review}
              isRead={files.data !== undefined}
              onDecided={() => void navigate('/reviews')}
            />
            <Panel title={t('form')}>
              <FormPreview config={config ?? '[]'} />
            </Panel>
          </>
        }
      />
    </>
  );
}

interface ChangesProps {
  review: Review;
  files: { code: string; config: string | null };
}

/** What the submitted files change of the newest published version. */
function PublishedChanges({ review, files }: ChangesProps) {
  const { t } = useTranslation('reviews');
  const published = useQuery(reviewQueries.published(review));
  const changed = (['code', 'config'] as const).filter(
    (kind) => published.data && (files[kind] ?? '') !== (published.data[kind] ?? ''),
  );
  return (
    <Section title={t('changesSince', { version: review.published?.version })}>
      <QueryResult query={published}>
        {(before) =>
          changed.length === 0 ? (
            <Text c="dimmed">{t('noChanges')}</Text>
          ) : (
            changed.map((kind) => (
              <Suspense key={kind} fallback={<Skeleton height={160} />}>
                <TextDiff
                  kind={kind}
                  label={t(`${kind}Changes`)}
                  before={before[kind] ?? ''}
                  after={files[kind] ?? ''}
                />
              </Suspense>
            ))
          )
        }
      </QueryResult>
    </Section>
  );
}

interface SourceProps {
  title: string;
  label: string;
  language: 'javascript' | 'json';
  text: string;
}

function Source({ title, label, language, text }: SourceProps) {
  return (
    <Section title={title}>
      <div className={classes.source} style={{ '--lines': text.split('\n').length } as CSSProperties}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <CodeEditor isReadOnly language={language} label={label} value={text} />
        </Suspense>
      </div>
    </Section>
  );
}

/** Shows the form as users will see it. The values are not saved. */
function FormPreview({ config }: { config: string }) {
  const { t } = useTranslation('reviews');
  const { items } = useMemo(() => parseConfigItems(JSON.parse(config) as Config), [config]);
  const [edits, setEdits] = useState<FieldValues>();
  if (items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('formNone')}
      </Text>
    );
  }
  return <ConfigForm items={items} values={edits ?? getInitialValues(items, {})} onChange={setEdits} />;
}
