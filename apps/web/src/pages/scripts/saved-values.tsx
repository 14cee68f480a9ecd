import type { Config, Values } from '@drover/sdk';
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfigForm } from '../../features/config-form/config-form';
import { readItems, startValues, toVars } from '../../features/config-form/config-items';
import { saveValues, targetQuery, type Target } from '../../queries/targets';
import { Form } from '../../ui/form';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { useShowFailure } from '../../ui/show-failure';

/** The configuration of a script as a form over the values that every run of it begins with. */
export function SavedValues({ target }: { target: Target }) {
  const { t } = useTranslation();
  const query = useQuery(targetQuery(target));
  return (
    <Panel title={t('scripts.values')}>
      <Loaded query={query} rows={2}>
        {(script) => <ValuesForm target={target} {...script} />}
      </Loaded>
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
  if (items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('scripts.valuesNone')}
      </Text>
    );
  }
  return (
    <Form save={{ ...save, error: null }} isValid={filled !== undefined} action={t('save')} variant="default">
      <Text size="sm" c="dimmed">
        {t('scripts.valuesText')}
      </Text>
      <ConfigForm items={items} values={values} onChange={setFilled} />
    </Form>
  );
}

function without(values: Values, items: { name: string }[]): Values {
  const names = new Set(items.map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
}
