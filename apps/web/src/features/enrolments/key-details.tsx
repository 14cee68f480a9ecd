import type { CreatedEnrolmentKey } from '@drover/sdk';
import { Alert, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QrCode } from '../../ui/display/qr-code';
import { RelativeTime } from '../../ui/display/relative-time';
import { AgentCommand } from './agent-command';
import classes from './key-details.module.css';
import { getServerAddresses, isLoopback } from './phone-addresses';

/** An enrolment key as a command, as text and as a QR code. */
export function KeyDetails({ enrolmentKey }: { enrolmentKey: CreatedEnrolmentKey }) {
  const { t } = useTranslation('enrolments');
  const addresses = getServerAddresses(enrolmentKey, window.location.origin);
  const [server, setServer] = useState(addresses[0]);
  return (
    <Stack gap="lg">
      <AgentCommand server={server} enrolmentKey={enrolmentKey.key} />
      {addresses.length > 1 && (
        <Select
          label={t('address')}
          data={addresses}
          value={server}
          allowDeselect={false}
          onChange={(chosen) => setServer(chosen ?? server)}
        />
      )}
      <div className={classes.columns}>
        <div>
          <Text size="sm" c="dimmed">
            {t('key')}
          </Text>
          <Text className={classes.key}>{enrolmentKey.key}</Text>
          <Text size="xs" c="dimmed">
            {t('expires')} <RelativeTime at={enrolmentKey.expiresAt} />
          </Text>
        </div>
        <figure className={classes.qr}>
          <QrCode text={`${server}/enrol/${enrolmentKey.key}`} label={t('scan')} />
          <figcaption>{t('scan')}</figcaption>
        </figure>
      </div>
      {isLoopback(server) && (
        <Alert variant="light" color="gray">
          {t('localOnly')}
        </Alert>
      )}
    </Stack>
  );
}
