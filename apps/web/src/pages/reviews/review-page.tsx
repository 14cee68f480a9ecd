import type { Config, Review } from '@drover/sdk';
import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { ConfigForm } from '../../features/config-form/config-form';
import { readItems, startValues, type FieldValues } from '../../features/config-form/config-items';
import { DecisionPanel } from '../../features/reviews/decision-panel';
import { reviewQueries } from '../../queries/reviews';
import { EmptyState } from '../../ui/empty-state';
import { Failure } from '../../ui/failure';
import { ReviewIcon } from '../../ui/icons';
import { PageFailure } from '../../ui/page-failure';
import { PageHeader } from '../../ui/page-header';
import { Panel, PanelColumns } from '../../ui/panel';
import { RelativeTime } from '../../ui/relative-time';
import { RowsLoading } from '../../ui/rows-loading';
import { Section } from '../../ui/section';
import classes from './review-page.module.css';

const CodeEditor = lazy(async () => ({
  default: (await import('../../features/devscripts/code-editor')).CodeEditor,
}));

/** A script that waits for review: what its listing will say, its code, its form, and the decision. */
export function ReviewPage() {
  const { t } = useTranslation();
  const { devscriptId } = useParams();
  const { data, isError, error, refetch } = useQuery(reviewQueries.list());
  if (isError) return <PageFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsLoading />;
  const review = data.find((each) => each.devscriptId === devscriptId);
  if (review) return <ReviewDetails key={devscriptId} review={review} onRetry={() => void refetch()} />;
  return (
    <EmptyState
      isPage
      icon={<ReviewIcon size={26} />}
      title={t('reviews.gone')}
      action={
        <Button component={Link} to="/reviews" variant="default">
          {t('reviews.toReviews')}
        </Button>
      }
    >
      {t('reviews.goneText')}
    </EmptyState>
  );
}

function ReviewDetails({ review, onRetry }: { review: Review; onRetry: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const files = useQuery(reviewQueries.files(review));
  const config = files.data?.config;
  return (
    <>
      <PageHeader title={review.name} tabTitle={t('reviews.reviewOf', { name: review.name })}>
        <span dir="auto">{t('listings.by', { name: review.ownerName })}</span>
        {review.submittedAt && (
          <>
            {' · '}
            {t('reviews.submittedAt')} <RelativeTime at={review.submittedAt} />
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
              {review.description || t('listings.noDescription')}
            </Text>
            {/* Where other files wait by now, reading the list again brings their hashes. */}
            {files.isError && <Failure error={files.error} onRetry={onRetry} />}
            {files.data && (
              <Source
                title={t('reviews.code')}
                label={t('reviews.codeOf')}
                language="javascript"
                text={files.data.code}
              />
            )}
            {config && (
              <Source
                title={t('reviews.config')}
                label={t('reviews.configOf')}
                language="json"
                text={config}
              />
            )}
          </>
        }
        narrow={
          <>
            <DecisionPanel
              review={review}
              isRead={files.data !== undefined}
              onDecided={() => void navigate('/reviews')}
            />
            <Panel title={t('reviews.form')}>
              <Form config={config ?? '[]'} />
            </Panel>
          </>
        }
      />
    </>
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

/** The form as people will see it; what is filled in goes nowhere. */
function Form({ config }: { config: string }) {
  const { t } = useTranslation();
  const { items } = useMemo(() => readItems(JSON.parse(config) as Config), [config]);
  const [filled, setFilled] = useState<FieldValues>();
  if (items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('reviews.formNone')}
      </Text>
    );
  }
  return <ConfigForm items={items} values={filled ?? startValues(items, {})} onChange={setFilled} />;
}
