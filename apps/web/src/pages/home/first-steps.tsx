import { Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CreateDevscript } from '../../features/devscripts/create-devscript';
import { AddDevice } from '../../features/enrolments/add-device';
import { deviceQueries } from '../../queries/devices';
import { devscriptQueries } from '../../queries/devscripts';
import { ForRole } from '../../roles/for-role';
import { CheckIcon } from '../../ui/display/icons';
import { PageHeader } from '../../ui/layout/page-header';
import { PageError } from '../../ui/layout/page-error';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import classes from './first-steps.module.css';

/** The steps to the first run. Completed steps are checked, and the next one shows its button. */
export function FirstSteps() {
  const { t } = useTranslation('home');
  const devices = useQuery(deviceQueries.list());
  const devscripts = useQuery(devscriptQueries.list());
  const failed = [devices, devscripts].find(({ isError, data }) => isError && !data);
  if (failed) return <PageError error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!devices.data || !devscripts.data) return <SkeletonRows />;
  const [script] = devscripts.data.items;
  const isDone = [devices.data.items.length > 0, script !== undefined, false];
  const next = isDone.indexOf(false);
  const open = script && (
    <Button component={Link} to={`/devscripts/${script._id}`}>
      {t('openScript')}
    </Button>
  );
  const steps: { title: string; text: string; action: ReactNode }[] = [
    {
      title: t('stepDevice'),
      text: t('stepDeviceText'),
      action: (
        <ForRole role="admin">
          <AddDevice />
        </ForRole>
      ),
    },
    {
      title: t('stepScript'),
      text: t('stepScriptText'),
      action: (
        <ForRole role="editor">
          <CreateDevscript />
        </ForRole>
      ),
    },
    { title: t('stepRun'), text: t('stepRunText'), action: open },
  ];
  return (
    <div className={classes.page}>
      <PageHeader title={t('welcome')}>{t('welcomeText')}</PageHeader>
      <ol className={classes.steps}>
        {steps.map(({ title, text, action }, index) => (
          <li key={title} className={classes.step} data-next={index === next || undefined}>
            <span className={classes.number} data-done={isDone[index] || undefined}>
              {isDone[index] ? (
                <CheckIcon size={18} aria-label={t('done')} aria-hidden={false} role="img" />
              ) : (
                index + 1
              )}
            </span>
            <div>
              <Title order={2} size="h5">
                {title}
              </Title>
              <Text size="sm" c="dimmed" mt={2}>
                {text}
              </Text>
              {/* Stays mounted, because the dialog that it opened shows the result of the step. */}
              <div className={classes.action} hidden={index !== next}>
                {action}
              </div>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
