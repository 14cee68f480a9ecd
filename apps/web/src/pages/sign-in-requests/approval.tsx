import type { Scope, SignInRequest } from '@drover/sdk';
import { Button, Checkbox, Code, Group, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { workspaceQueries } from '../../queries/members';
import { ErrorText } from '../../ui/feedback/error-alert';

interface Props {
  request: SignInRequest;
  userCode: string;
}

/** Asks the person for a workspace and permissions, and approves or denies. */
export function Approval({ request, userCode }: Props) {
  const { t } = useTranslation(['sign-in-requests', 'tokens']);
  const { data: workspaces } = useQuery(workspaceQueries.list());
  const [chosen, setChosen] = useState<string>();
  const [scopes, setScopes] = useState<Scope[]>(request.scopes);
  const current = workspaces?.items.find(({ isCurrent }) => isCurrent)?._id;
  const workspaceId = chosen ?? current;
  const approve = useMutation({
    mutationFn: () => drover.signInRequests.approve({ userCode, workspaceId, scopes }),
  });
  const deny = useMutation({ mutationFn: () => drover.signInRequests.deny({ userCode }) });
  if (approve.isSuccess || deny.isSuccess) {
    return (
      <Text size="sm" role="status">
        {t(approve.isSuccess ? 'approved' : 'denied')}
      </Text>
    );
  }
  return (
    <Stack gap="md" maw={440}>
      <div>
        <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
          {t('asks', { name: request.name })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('from', { address: request.address })}
        </Text>
      </div>
      <Group gap="xs">
        <Text size="sm">{t('compare')}</Text>
        <Code fz="md">{userCode}</Code>
      </Group>
      {workspaces && workspaces.items.length > 1 && (
        <Select
          label={t('workspace')}
          allowDeselect={false}
          data={workspaces.items.map(({ _id, name }) => ({ value: _id, label: name }))}
          value={workspaceId ?? null}
          onChange={(value) => value && setChosen(value)}
        />
      )}
      <Checkbox.Group
        label={t('scopes')}
        value={scopes}
        onChange={(values) => setScopes(request.scopes.filter((scope) => values.includes(scope)))}
      >
        <Stack gap="xs" mt="xs">
          {request.scopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={t(`tokens:scope.${scope}`)}
              description={t(`tokens:scopeHelp.${scope}`)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <ErrorText error={approve.error ?? deny.error} />
      <Group>
        <Button loading={approve.isPending} disabled={scopes.length === 0} onClick={() => approve.mutate()}>
          {t('approve')}
        </Button>
        <Button variant="default" loading={deny.isPending} onClick={() => deny.mutate()}>
          {t('deny')}
        </Button>
      </Group>
    </Stack>
  );
}
