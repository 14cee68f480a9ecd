import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Switch.css';
import { LIMITS } from '@drover/contract/limits';
import type { ApprovalRules, DeviceGroup } from '@drover/sdk';
import { MultiSelect, NumberInput, Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { approvalQueries } from '../../queries/approvals';
import { Form } from '../../ui/forms/form';

interface Props {
  start: ApprovalRules;
  groups: DeviceGroup[];
}

/** What the workspace asks a second member to approve. */
export function RulesForm({ start, groups }: Props) {
  const { t } = useTranslation(['approvals', 'common']);
  const client = useQueryClient();
  const [rules, setRules] = useState(start);
  const change = (changes: Partial<ApprovalRules>) => setRules({ ...rules, ...changes });
  const update = useMutation({
    mutationFn: () => drover.approvals.updateRules(rules),
    onSuccess: () => {
      client.setQueryData(approvalQueries.rules().queryKey, rules);
      notifications.show({ message: t('common:saved') });
    },
  });
  return (
    <Form mutation={update} action={t('save')} gap="lg">
      <NumberInput
        label={t('maxDevices')}
        description={t('maxDevicesHelp')}
        placeholder={t('noMaxDevices')}
        min={0}
        max={LIMITS.approvalDevicesMax}
        allowDecimal={false}
        allowNegative={false}
        value={rules.maxDevices ?? ''}
        onChange={(value) => change({ maxDevices: typeof value === 'number' ? value : null })}
      />
      <MultiSelect
        label={t('groups')}
        description={t('groupsHelp')}
        placeholder={rules.groups.length === 0 ? t('noGroups') : undefined}
        data={groups.map(({ _id, name }) => ({ value: _id, label: name }))}
        maxValues={LIMITS.approvalGroups}
        searchable
        clearable
        value={rules.groups}
        onChange={(chosen) => change({ groups: chosen })}
      />
      <Switch
        label={t('schedules')}
        description={t('schedulesHelp')}
        checked={rules.schedules}
        onChange={(event) => change({ schedules: event.currentTarget.checked })}
      />
    </Form>
  );
}
