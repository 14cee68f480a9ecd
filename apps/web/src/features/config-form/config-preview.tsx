import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfigForm } from './config-form';
import classes from './config-preview.module.css';
import type { ConfigValues } from './use-config-values';

/** Shows the form of a configuration: a preview while editing it, otherwise the inputs of the next run. */
export function ConfigPreview({ config, isEditing }: { config: ConfigValues; isEditing: boolean }) {
  const { t } = useTranslation('devscripts');
  const { items, problems, syntaxProblem, values, setValues, rules } = config;
  return (
    <section className={classes.preview} tabIndex={0} aria-label={t(isEditing ? 'preview' : 'inputs')}>
      <Title order={2} size="h6" mb="md">
        {isEditing ? t('preview') : t('inputs')}
      </Title>
      {(problems.length > 0 || syntaxProblem) && (
        <div role="alert">
          <ul className={classes.problems}>
            {syntaxProblem === 'notArray' && <li>{t('notArray')}</li>}
            {syntaxProblem === 'json' && <li>{t('previewBroken')}</li>}
            {problems.map(({ position, kind, detail }) => (
              <li key={position}>{t('item', { position, problem: t(`problems.${kind}`, { detail }) })}</li>
            ))}
          </ul>
        </div>
      )}
      {items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('previewEmpty')}
        </Text>
      ) : (
        <ConfigForm items={items} values={values} onChange={setValues} rules={rules} />
      )}
    </section>
  );
}
