import type { CreatedEnrolmentKey } from '@drover/sdk';
import { Alert, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { QrCode } from '../../ui/qr-code';
import { RelativeTime } from '../../ui/relative-time';
import { AgentCommand } from './agent-command';
import classes from './key-details.module.css';
import { isLocal } from './phone-addresses';

/** A key in every form that a device can take it. */
export function KeyDetails({ enrolmentKey }: { enrolmentKey: CreatedEnrolmentKey }) {
  const { t } = useTranslation();
  const { origin } = new URL(enrolmentKey.url);
  return (
    <Stack gap="lg">
      <AgentCommand server={origin} enrolmentKey={enrolmentKey.key} />
      <div className={classes.columns}>
        <div>
          <Text size="sm" c="dimmed">
            {t('enrolments.key')}
          </Text>
          <Text className={classes.key}>{enrolmentKey.key}</Text>
          <Text size="xs" c="dimmed">
            {t('enrolments.expires')} <RelativeTime at={enrolmentKey.expiresAt} />
          </Text>
        </div>
        <figure className={classes.qr}>
          <QrCode text={enrolmentKey.url} label={t('enrolments.scan')} />
          <figcaption>{t('enrolments.scan')}</figcaption>
        </figure>
      </div>
      {isLocal(origin) && (
        <Alert variant="light" color="gray">
          {t('enrolments.localOnly')}
        </Alert>
      )}
    </Stack>
  );
}
