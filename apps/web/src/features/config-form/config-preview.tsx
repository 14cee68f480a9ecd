import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfigForm } from './config-form';
import classes from './config-preview.module.css';
import type { ConfigValues } from './use-config-values';

/** The configuration as a form: a preview while it is written, the values for the next run otherwise. */
export function ConfigPreview({ config, isEditing }: { config: ConfigValues; isEditing: boolean }) {
  const { t } = useTranslation();
  const { items, problems, brokenBy, values, setValues } = config;
  return (
    <section
      className={classes.preview}
      tabIndex={0}
      aria-label={t(isEditing ? 'devscripts.preview' : 'devscripts.values')}
    >
      <Title order={2} size="h6" mb="md">
        {isEditing ? t('devscripts.preview') : t('devscripts.values')}
      </Title>
      {(problems.length > 0 || brokenBy) && (
        <div role="alert">
          <ul className={classes.problems}>
            {brokenBy === 'notArray' && <li>{t('devscripts.notArray')}</li>}
            {brokenBy === 'json' && <li>{t('devscripts.previewBroken')}</li>}
            {problems.map(({ position, kind, detail }) => (
              <li key={position}>
                {t('devscripts.item', { position, problem: t(`devscripts.problems.${kind}`, { detail }) })}
              </li>
            ))}
          </ul>
        </div>
      )}
      {items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('devscripts.previewEmpty')}
        </Text>
      ) : (
        <ConfigForm items={items} values={values} onChange={setValues} />
      )}
    </section>
  );
}
