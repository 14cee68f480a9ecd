import type { CreatedEnrolmentKey, Device } from '@drover/sdk';
import { Button, Group, Loader, SegmentedControl, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { deviceQueries } from '../../queries/devices';
import { CheckIcon } from '../../ui/icons';
import { AddPhone } from './add-phone';
import { KeyDetails } from './key-details';

interface Props {
  enrolmentKey: CreatedEnrolmentKey;
  onAgain: () => void;
  onClose: () => void;
}

const kinds = ['computer', 'phone'] as const;
type Kind = (typeof kinds)[number];

/** Live events bring the device; should they be behind, the list is read again this often. */
const lookIntervalMs = 4000;

/** A key, until a device is there with it. */
export function EnrolmentInvitation({ enrolmentKey, onAgain, onClose }: Props) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...deviceQueries.list(), refetchInterval: lookIntervalMs });
  const [kind, setKind] = useState<Kind>('computer');
  const arrived = data?.items.find(
    ({ createdAt, online }) => online && Date.parse(createdAt) >= Date.parse(enrolmentKey.createdAt),
  );
  if (arrived && kind === 'phone') return <OpenDevice device={arrived} onClose={onClose} />;
  if (arrived) return <Arrived device={arrived} onAgain={onAgain} onClose={onClose} />;
  if (Date.parse(enrolmentKey.expiresAt) < Date.now()) {
    return (
      <Stack align="flex-start">
        <Text>{t('enrolments.expired')}</Text>
        <Button onClick={onAgain}>{t('enrolments.newKey')}</Button>
      </Stack>
    );
  }
  return (
    <Stack gap="lg">
      <SegmentedControl
        style={{ alignSelf: 'flex-start' }}
        aria-label={t('enrolments.phone.kind')}
        value={kind}
        onChange={setKind}
        data={kinds.map((value) => ({ value, label: t(`enrolments.phone.${value}`) }))}
      />
      {kind === 'phone' ? (
        <AddPhone enrolmentKey={enrolmentKey} />
      ) : (
        <KeyDetails enrolmentKey={enrolmentKey} />
      )}
      <Group gap="sm" role="status">
        <Loader size="xs" />
        <Text size="sm">{t(kind === 'phone' ? 'enrolments.phone.waiting' : 'enrolments.waiting')}</Text>
      </Group>
    </Stack>
  );
}

/** A phone needs no further word: its page is where to go on. */
function OpenDevice({ device, onClose }: { device: Device; onClose: () => void }) {
  const navigate = useNavigate();
  useEffect(() => {
    onClose();
    void navigate(`/devices/${device._id}`);
  }, [device._id, navigate, onClose]);
  return null;
}

function Arrived({ device, onAgain, onClose }: { device: Device } & Omit<Props, 'enrolmentKey'>) {
  const { t } = useTranslation();
  return (
    <Stack align="center" gap="sm" py="md" role="status">
      <ThemeIcon size={52} radius="xl" color="teal" variant="light">
        <CheckIcon size={28} />
      </ThemeIcon>
      <Title order={3} size="h4">
        {t('enrolments.connected', { name: device.name })}
      </Title>
      <Text c="dimmed">{t('enrolments.connectedText')}</Text>
      <Group mt="sm" gap="xs">
        <Button variant="default" onClick={onAgain}>
          {t('enrolments.another')}
        </Button>
        <Button component={Link} to={`/devices/${device._id}`} onClick={onClose} data-autofocus>
          {t('enrolments.open')}
        </Button>
      </Group>
    </Stack>
  );
}
