import type { CreatedEnrolmentKey } from '@drover/sdk';
import { Alert, Anchor, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyableCommand } from '../../ui/display/copy';
import { QrCode } from '../../ui/display/qr-code';
import classes from './add-phone.module.css';
import { buildInstallScript, buildScanUrl, getReachableAddresses, isLoopback } from './phone-addresses';

/** Shows an enrolment key to a phone, as a QR code and as a script to paste. */
export function AddPhone({ enrolmentKey }: { enrolmentKey: CreatedEnrolmentKey }) {
  const { t } = useTranslation('enrolments');
  const addresses = getReachableAddresses(enrolmentKey.addresses, window.location.origin);
  const [address, setAddress] = useState(addresses[0]);
  const { key } = enrolmentKey;
  const scanned = buildScanUrl(address, key);
  const pathChars = `/autox/${key}`.length;
  return (
    <Stack gap="lg">
      <div className={classes.columns}>
        <div className={classes.qr}>
          <QrCode text={scanned} label={t('phone.scan')} />
          <Text className={classes.address}>
            {scanned.slice(0, -pathChars)}
            <wbr />
            {scanned.slice(-pathChars)}
          </Text>
        </div>
        <ol aria-label={t('phone.steps')} className={classes.steps}>
          {(['install', 'menu', 'camera', 'battery'] as const).map((step) => (
            <li key={step}>{t(`phone.${step}`)}</li>
          ))}
        </ol>
      </div>
      {addresses.length > 1 && (
        <Select
          label={t('phone.address')}
          data={addresses}
          value={address}
          allowDeselect={false}
          onChange={(chosen) => setAddress(chosen ?? address)}
        />
      )}
      {isLoopback(address) && (
        <Alert variant="light" color="orange">
          {t('phone.localOnly')}
        </Alert>
      )}
      <Stack gap={6}>
        <Text size="sm" fw={600}>
          {t('phone.paste')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('phone.pasteText')}{' '}
          <Anchor href={`/autox/${key}/agent.js`} target="_blank" inherit underline="always">
            {t('phone.readAgent')}
          </Anchor>
        </Text>
        <CopyableCommand text={buildInstallScript(address, key)} label={t('phone.pasteLine')} />
      </Stack>
    </Stack>
  );
}
