import type { Config, Values } from '@drover/sdk';
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfigForm } from '../../features/config-form/config-form';
import { getInitialValues, parseConfigItems, toVars } from '../../features/config-form/config-items';
import { type Runnable, runnableQuery, saveValues } from '../../queries/runnables';
import { RoleFieldset } from '../../roles/role-fieldset';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';
import { Form } from '../../ui/forms/form';
import { Panel } from '../../ui/layout/panel';
import { QueryResult } from '../../ui/lists/query-result';

/** A form for the saved values of a script, which are the defaults of its runs. */
export function SavedValues({ runnable }: { runnable: Runnable }) {
  const { t } = useTranslation('scripts');
  const query = useQuery(runnableQuery(runnable));
  return (
    <Panel title={t('values')}>
      <QueryResult query={query} rows={2}>
        {(script) => (
          <RoleFieldset role="editor">
            <ValuesForm runnable={runnable} {...script} />
          </RoleFieldset>
        )}
      </QueryResult>
    </Panel>
  );
}

interface Props {
  runnable: Runnable;
  config: Config;
  values: Values;
}

function ValuesForm({ runnable, config, values: saved }: Props) {
  const { t } = useTranslation(['scripts', 'common']);
  const client = useQueryClient();
  const showError = useErrorNotification();
  const { items } = useMemo(() => parseConfigItems(config), [config]);
  const [edits, setEdits] = useState<Values>();
  const values = edits ?? getInitialValues(items, saved);
  const save = useMutation({
    // Keeps values that the form has no field for.
    mutationFn: () => saveValues(runnable, { ...omit(saved, items), ...toVars(items, values) }),
    onSuccess: () => {
      notifications.show({ message: t('common:saved') });
      void client.invalidateQueries(runnableQuery(runnable));
      setEdits(undefined);
    },
    onError: showError,
  });
  if (items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('valuesNone')}
      </Text>
    );
  }
  return (
    <Form
      mutation={{ ...save, error: null }}
      isValid={edits !== undefined}
      action={t('common:save')}
      variant="default"
    >
      <Text size="sm" c="dimmed">
        {t('valuesText')}
      </Text>
      <ConfigForm items={items} values={values} onChange={setEdits} />
    </Form>
  );
}

function omit(values: Values, items: { name: string }[]): Values {
  const names = new Set(items.map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
}
