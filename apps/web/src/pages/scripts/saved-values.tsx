import type { Config, Values } from '@drover/sdk';
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfigForm } from '../../features/config-form/config-form';
import { readItems, startValues, toVars } from '../../features/config-form/config-items';
import { saveValues, targetQuery, type Target } from '../../queries/targets';
import { Failure } from '../../ui/failure';
import { Panel } from '../../ui/panel';
import { RowsLoading } from '../../ui/rows-loading';
import { useShowFailure } from '../../ui/show-failure';

/** The configuration of a script as a form over the values that every run of it begins with. */
export function SavedValues({ target }: { target: Target }) {
  const { t } = useTranslation();
  const { data, isError, error, refetch } = useQuery(targetQuery(target));
  return (
    <Panel title={t('scripts.values')}>
      {isError && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <RowsLoading rows={2} />}
      {data && <ValuesForm target={target} {...data} />}
    </Panel>
  );
}

interface Props {
  target: Target;
  config: Config;
  values: Values;
}

function ValuesForm({ target, config, values: saved }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const showFailure = useShowFailure();
  const { items } = useMemo(() => readItems(config), [config]);
  const [filled, setFilled] = useState<Values>();
  const values = filled ?? startValues(items, saved);
  const save = useMutation({
    // Values that the form has no field for are kept.
    mutationFn: () => saveValues(target, { ...without(saved, items), ...toVars(items, values) }),
    onSuccess: () => {
      notifications.show({ message: t('saved') });
      void client.invalidateQueries(targetQuery(target));
      setFilled(undefined);
    },
    onError: showFailure,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (filled && !save.isPending) save.mutate();
  };
  if (items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('scripts.valuesNone')}
      </Text>
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('scripts.valuesText')}
        </Text>
        <ConfigForm items={items} values={values} onChange={setFilled} />
        <Group>
          <Button type="submit" variant="default" loading={save.isPending} disabled={!filled}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function without(values: Values, items: { name: string }[]): Values {
  const names = new Set(items.map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
}
