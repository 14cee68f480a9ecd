import type { CreatedEnrolmentKey, Device } from '@drover/sdk';
import { Button, Group, Loader, SegmentedControl, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { deviceQueries } from '../../queries/devices';
import { CheckIcon } from '../../ui/display/icons';
import { AddPhone } from './add-phone';
import { KeyDetails } from './key-details';

interface Props {
  enrolmentKey: CreatedEnrolmentKey;
  onNewKey: () => void;
  onClose: () => void;
}

const kinds = ['computer', 'phone'] as const;
type Kind = (typeof kinds)[number];

/** A live event announces the device. Polling covers a broken event stream. */
const refetchMs = 4000;

/** Shows an enrolment key until a device has registered with it. */
export function EnrolmentInvitation({ enrolmentKey, onNewKey, onClose }: Props) {
  const { t } = useTranslation('enrolments');
  const { data } = useQuery({ ...deviceQueries.list(), refetchInterval: refetchMs });
  const [kind, setKind] = useState<Kind>('computer');
  const enrolled = data?.items.find(
    ({ createdAt, online }) => online && Date.parse(createdAt) >= Date.parse(enrolmentKey.createdAt),
  );
  if (enrolled && kind === 'phone') return <RedirectToDevice device={enrolled} onClose={onClose} />;
  if (enrolled) return <DeviceConnected device={enrolled} onNewKey={onNewKey} onClose={onClose} />;
  if (Date.parse(enrolmentKey.expiresAt) < Date.now()) {
    return (
      <Stack align="flex-start">
        <Text>{t('expired')}</Text>
        <Button onClick={onNewKey}>{t('newKey')}</Button>
      </Stack>
    );
  }
  return (
    <Stack gap="lg">
      <SegmentedControl
        style={{ alignSelf: 'flex-start' }}
        aria-label={t('phone.kind')}
        value={kind}
        onChange={setKind}
        data={kinds.map((value) => ({ value, label: t(`phone.${value}`) }))}
      />
      {kind === 'phone' ? (
        <AddPhone enrolmentKey={enrolmentKey} />
      ) : (
        <KeyDetails enrolmentKey={enrolmentKey} />
      )}
      <Group gap="sm" role="status">
        <Loader size="xs" />
        <Text size="sm">{t(kind === 'phone' ? 'phone.waiting' : 'waiting')}</Text>
      </Group>
    </Stack>
  );
}

/** Redirects to the page of an enrolled phone. */
function RedirectToDevice({ device, onClose }: { device: Device; onClose: () => void }) {
  const navigate = useNavigate();
  useEffect(() => {
    onClose();
    void navigate(`/devices/${device._id}`);
  }, [device._id, navigate, onClose]);
  return null;
}

function DeviceConnected({ device, onNewKey, onClose }: { device: Device } & Omit<Props, 'enrolmentKey'>) {
  const { t } = useTranslation('enrolments');
  return (
    <Stack align="center" gap="sm" py="md" role="status">
      <ThemeIcon size={52} radius="xl" color="teal" variant="light">
        <CheckIcon size={28} />
      </ThemeIcon>
      <Title order={3} size="h4">
        {t('connected', { name: device.name })}
      </Title>
      <Text c="dimmed">{t('connectedText')}</Text>
      <Group mt="sm" gap="xs">
        <Button variant="default" onClick={onNewKey}>
          {t('another')}
        </Button>
        <Button component={Link} to={`/devices/${device._id}`} onClick={onClose} data-autofocus>
          {t('open')}
        </Button>
      </Group>
    </Stack>
  );
}
