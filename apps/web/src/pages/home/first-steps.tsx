import type { Device, Devscript } from '@drover/sdk';
import { Button, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CreateDevscript } from '../../features/devscripts/create-devscript';
import { AddDevice } from '../../features/enrolments/add-device';
import { CheckIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import classes from './first-steps.module.css';

interface Props {
  devices: Device[];
  devscripts: Devscript[];
}

/** From nothing to the first result: the step that is next offers itself, those done are ticked. */
export function FirstSteps({ devices, devscripts }: Props) {
  const { t } = useTranslation();
  const script = devscripts[0];
  const isDone = [devices.length > 0, script !== undefined, false];
  const next = isDone.indexOf(false);
  const open = script && (
    <Button component={Link} to={`/devscripts/${script._id}`}>
      {t('home.openScript')}
    </Button>
  );
  const steps: { title: string; text: string; action: ReactNode }[] = [
    { title: t('home.stepDevice'), text: t('home.stepDeviceText'), action: <AddDevice /> },
    { title: t('home.stepScript'), text: t('home.stepScriptText'), action: <CreateDevscript /> },
    { title: t('home.stepRun'), text: t('home.stepRunText'), action: open },
  ];
  return (
    <div className={classes.page}>
      <PageHeader title={t('home.welcome')}>{t('home.welcomeText')}</PageHeader>
      <ol className={classes.steps}>
        {steps.map(({ title, text, action }, index) => (
          <li key={title} className={classes.step} data-next={index === next || undefined}>
            <span className={classes.number} data-done={isDone[index] || undefined}>
              {isDone[index] ? (
                <CheckIcon size={18} aria-label={t('home.done')} aria-hidden={false} role="img" />
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
              {/* Kept where it is not next: a dialog that it opened tells how the step ended. */}
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
