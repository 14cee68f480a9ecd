import type { Failure } from '@drover/sdk';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { editorPageOf, scriptPageOf } from '../../lib/script-page';
import { ForRole } from '../../roles/for-role';
import { RelativeTime } from '../../ui/display/relative-time';
import { useReasonText } from '../../ui/display/use-reason-text';
import classes from './failure-list.module.css';
import { FailureFacts } from './failure-list';
import { FailureLog } from './failure-log';

interface Props {
  failures: Failure[];
  onRerun: (failure: Failure) => void;
}

/** Failures of all jobs. */
export function FailureGroups({ failures, onRerun }: Props) {
  const { t } = useTranslation('failures');
  return (
    <ul className={classes.list} aria-label={t('title')}>
      {failures.map((failure) => (
        <FailureGroup key={failure._id} failure={failure} onRerun={onRerun} />
      ))}
    </ul>
  );
}

/** The name of the script that failed, with a link to its page. */
function FailedScript({ failure: { scriptId, scriptName, scriptKind } }: { failure: Failure }) {
  const { t } = useTranslation('failures');
  const page = scriptPageOf({ kind: scriptKind, scriptId });
  if (page === undefined) return t(scriptId === null ? 'code' : 'scriptGone');
  return <Link to={page}>{scriptName}</Link>;
}

function FailureGroup({ failure, onRerun }: { failure: Failure; onRerun: Props['onRerun'] }) {
  const { t } = useTranslation(['failures', 'runs']);
  const reasonText = useReasonText();
  const [isOpen, setOpen] = useState(false);
  const {
    scriptId,
    scriptKind,
    message,
    state,
    trend,
    runs,
    devices,
    versions,
    firstSeenAt,
    lastSeenAt,
    samples,
  } = failure;
  return (
    <li className={classes.failure}>
      <div className={classes.text}>
        <Text size="sm" fw={600} lineClamp={3}>
          {message === null ? t(`runs:states.${state}`) : reasonText(message)}
        </Text>
        <Text size="xs" c="dimmed">
          <FailedScript failure={failure} />
          {' · '}
          <FailureFacts failure={failure} editorPage={editorPageOf({ kind: scriptKind, scriptId })} />
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {trend && (
            <Badge variant="default" size="sm" tt="none" mr="xs">
              {t(`trends.${trend}`)}
            </Badge>
          )}
          {t('runs', { count: runs })} · {t('devices', { count: devices })} · {t('firstSeen')}:{' '}
          <RelativeTime at={firstSeenAt} />
          {lastSeenAt && (
            <>
              {' '}
              · {t('lastSeen')}: <RelativeTime at={lastSeenAt} />
            </>
          )}
          {versions.length > 0 && ` · ${t('versions')}: ${versions.join(', ')}`}
        </Text>
      </div>
      {samples.length > 0 && (
        <Group gap="xs">
          <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('samples')}
          </Button>
          <Button size="xs" variant="default" component={Link} to={`/runs?failure=${failure._id}`}>
            {t('showRuns')}
          </Button>
          <ForRole role="operator">
            <Button size="xs" variant="light" onClick={() => onRerun(failure)}>
              {t('rerun')}
            </Button>
          </ForRole>
        </Group>
      )}
      {isOpen && samples.map((run) => <FailureLog key={run._id} run={run} />)}
    </li>
  );
}
