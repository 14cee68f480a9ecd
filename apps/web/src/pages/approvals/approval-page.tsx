import type { ApprovalDetails } from '@drover/sdk';
import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { ApprovalDecision, OwnRequest } from '../../features/approvals/approval-decision';
import { ApprovalState } from '../../features/approvals/approval-state';
import { useRequestName } from '../../features/approvals/request-name';
import { accountQueries } from '../../queries/accounts';
import { approvalQueries } from '../../queries/approvals';
import { useHasRole } from '../../roles/use-has-role';
import { lazyPart } from '../../texts/lazy-part';
import { RelativeTime } from '../../ui/display/relative-time';
import { DescriptionList } from '../../ui/layout/description-list';
import { PageError } from '../../ui/layout/page-error';
import { PageHeader } from '../../ui/layout/page-header';
import { PanelColumns } from '../../ui/layout/panel';
import { Section } from '../../ui/layout/section';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import classes from './approval-page.module.css';

const CodeEditor = lazyPart(() => import('../../features/devscripts/code-editor'), 'CodeEditor', 'editor');

/** What exactly was asked for, and the decision. */
export function ApprovalPage() {
  const { t } = useTranslation('approvals');
  const requestName = useRequestName();
  const { approvalId = '' } = useParams();
  const { data: approval, isError, error, refetch } = useQuery(approvalQueries.detail(approvalId));
  if (isError) return <PageError error={error} onRetry={() => void refetch()} />;
  if (!approval) return <SkeletonRows />;
  const { request, code } = approval;
  return (
    <>
      <PageHeader title={requestName(approval)}>
        <ApprovalState state={approval.state} />
      </PageHeader>
      <PanelColumns
        wide={
          <>
            <Facts approval={approval} />
            {code !== null && <Source title={t('code')} language="javascript" text={code} />}
            <Source title={t('details')} language="json" text={JSON.stringify(request, null, 2)} />
          </>
        }
        narrow={<Decision approval={approval} />}
      />
    </>
  );
}

/** The form of those who can decide, or withdraw it. */
function Decision({ approval }: { approval: ApprovalDetails }) {
  const hasRole = useHasRole();
  const { data: account } = useQuery(accountQueries.current());
  if (approval.state !== 'pending' || !account) return null;
  if (approval.askedBy.personId === account.person?._id) return <OwnRequest approval={approval} />;
  return hasRole('admin') && <ApprovalDecision approval={approval} />;
}

function Facts({ approval }: { approval: ApprovalDetails }) {
  const { t } = useTranslation('approvals');
  const { askedBy, decidedBy, decidedAt, createdAt, expiresAt, note, firstDevices, devices } = approval;
  const named = firstDevices.map(({ _id, name }) => name || _id).join(', ');
  const others = devices - firstDevices.length;
  const reasons = approval.reasons.map((reason) => <div key={reason}>{t(`reasons.${reason}`)}</div>);
  return (
    <DescriptionList
      items={[
        [
          t('askedBy'),
          <span key="by" dir="auto">
            {askedBy.name}
          </span>,
        ],
        [t('askedAt'), <RelativeTime key="at" at={createdAt} />],
        ...(approval.state === 'pending'
          ? [[t('expiresAt'), <RelativeTime key="until" at={expiresAt} />] as [string, React.ReactNode]]
          : []),
        [t('why'), reasons],
        [
          t('devices'),
          named && others > 0 ? t('andOthers', { named, count: others }) : named || String(devices),
        ],
        ...(decidedBy && decidedAt
          ? ([
              [
                t('decidedBy'),
                <span key="decided" dir="auto">
                  {decidedBy.name}
                </span>,
              ],
              [t('decidedAt'), <RelativeTime key="decidedAt" at={decidedAt} />],
            ] as [string, React.ReactNode][])
          : []),
        ...(note
          ? ([
              [
                t('note'),
                <span key="note" dir="auto">
                  {note}
                </span>,
              ],
            ] as [string, React.ReactNode][])
          : []),
        ...outcome(approval, t('outcome'), { job: t('toJob'), schedule: t('toSchedule') }),
      ]}
    />
  );
}

/** The link to the job or the schedule. */
function outcome(
  { jobId, scheduleId }: ApprovalDetails,
  title: string,
  labels: { job: string; schedule: string },
): [string, React.ReactNode][] {
  const [to, label] = jobId
    ? [`/jobs/${jobId}`, labels.job]
    : [scheduleId && `/schedules/${scheduleId}`, labels.schedule];
  if (!to) return [];
  return [
    [
      title,
      <Anchor key="outcome" component={Link} to={to}>
        {label}
      </Anchor>,
    ],
  ];
}

interface SourceProps {
  title: string;
  language: 'javascript' | 'json';
  text: string;
}

function Source({ title, language, text }: SourceProps) {
  return (
    <Section title={title}>
      <div className={classes.source} style={{ '--lines': text.split('\n').length } as CSSProperties}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <CodeEditor isReadOnly language={language} label={title} value={text} />
        </Suspense>
      </div>
    </Section>
  );
}
