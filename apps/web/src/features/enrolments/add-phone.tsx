import type { CreatedEnrolmentKey } from '@drover/sdk';
import { Alert, Anchor, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Command } from '../../ui/copy';
import { QrCode } from '../../ui/qr-code';
import classes from './add-phone.module.css';
import { isLocal, pasteLine, reachableAddresses, scanText } from './phone-addresses';

/** A key as a phone takes it: as a code to scan, or as a line to paste. */
export function AddPhone({ enrolmentKey }: { enrolmentKey: CreatedEnrolmentKey }) {
  const { t } = useTranslation();
  const addresses = reachableAddresses(enrolmentKey.addresses, window.location.origin);
  const [address, setAddress] = useState(addresses[0]);
  const { key } = enrolmentKey;
  const scanned = scanText(address, key);
  const pathChars = `/autox/${key}`.length;
  return (
    <Stack gap="lg">
      <div className={classes.columns}>
        <div className={classes.qr}>
          <QrCode text={scanned} label={t('enrolments.phone.scan')} />
          <Text className={classes.address}>
            {scanned.slice(0, -pathChars)}
            <wbr />
            {scanned.slice(-pathChars)}
          </Text>
        </div>
        <ol aria-label={t('enrolments.phone.steps')} className={classes.steps}>
          {(['install', 'menu', 'camera', 'battery'] as const).map((step) => (
            <li key={step}>{t(`enrolments.phone.${step}`)}</li>
          ))}
        </ol>
      </div>
      {addresses.length > 1 && (
        <Select
          label={t('enrolments.phone.address')}
          data={addresses}
          value={address}
          allowDeselect={false}
          onChange={(chosen) => setAddress(chosen ?? address)}
        />
      )}
      {isLocal(address) && (
        <Alert variant="light" color="orange">
          {t('enrolments.phone.localOnly')}
        </Alert>
      )}
      <Stack gap={6}>
        <Text size="sm" fw={600}>
          {t('enrolments.phone.paste')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('enrolments.phone.pasteText')}{' '}
          <Anchor href={`/autox/${key}/agent.js`} target="_blank" inherit underline="always">
            {t('enrolments.phone.readAgent')}
          </Anchor>
        </Text>
        <Command text={pasteLine(address, key)} label={t('enrolments.phone.pasteLine')} />
      </Stack>
    </Stack>
  );
}
