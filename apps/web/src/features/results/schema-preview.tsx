import { isSchemaProblem, readResultSchema, type SchemaProblem } from '@drover/contract/result-schema';
import { tabulateResults, type ResultSchema, type ResultTable } from '@drover/sdk';
import { Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './schema-preview.module.css';

/** Shows the columns that a schema of results gives, or what is wrong with it. */
export function SchemaPreview({ text }: { text: string }) {
  const { t } = useTranslation('devscripts');
  const { table, problem } = useMemo(() => readSchema(text), [text]);
  return (
    <section className={classes.preview} tabIndex={0} aria-label={t('schemaPreview')}>
      <Title order={2} size="h6" mb="md">
        {t('schemaPreview')}
      </Title>
      {problem && (
        <div role="alert" className={classes.problem}>
          {problem === 'json' ? t('schemaBroken') : t('schemaProblem', describe(problem))}
        </div>
      )}
      {table && table.columns.length > 0 ? (
        <dl className={classes.columns}>
          {table.columns.map((key, index) => (
            <div key={key}>
              <dt>
                {table.titles[index]}
                {table.titles[index] !== key && <code>{key}</code>}
              </dt>
              <dd>{t(`columnTypes.${table.types[index] ?? 'json'}`)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        !problem && (
          <Text size="sm" c="dimmed">
            {t('schemaEmpty')}
          </Text>
        )
      )}
    </section>
  );
}

interface Preview {
  table?: ResultTable;
  problem?: SchemaProblem | 'json';
}

function readSchema(text: string): Preview {
  if (text.trim() === '') return {};
  try {
    const schema = readResultSchema(JSON.parse(text));
    return isSchemaProblem(schema)
      ? { problem: schema }
      : { table: tabulateResults([], schema as ResultSchema) };
  } catch {
    return { problem: 'json' };
  }
}

function describe({ path, problem }: SchemaProblem) {
  return { path: path || '{ }', problem };
}
