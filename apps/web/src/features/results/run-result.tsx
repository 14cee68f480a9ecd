import type { Run } from '@drover/sdk';
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { resultQueries } from '../../queries/results';
import { Panel } from '../../ui/layout/panel';
import { QueryResult } from '../../ui/lists/query-result';
import classes from './result-table.module.css';

/** What a run left as its result. Shows nothing if it left none. */
export function RunResultPanel({ run }: { run: Run }) {
  const { t } = useTranslation('results');
  const query = useQuery({ ...resultQueries.detail(run._id), enabled: run.hasResult });
  if (!run.hasResult) return null;
  return (
    <Panel
      title={t('result')}
      aside={
        <Anchor component={Link} to={`/results?job=${run.jobId}`} size="sm">
          {t('allOfJob')}
        </Anchor>
      }
    >
      <QueryResult query={query} rows={1}>
        {({ value, problem, schemaProblem }) =>
          problem === null ? (
            <>
              {schemaProblem !== null && (
                <Text size="sm" mb="xs" className={classes.mismatch}>
                  {t('mismatch', { problem: schemaProblem })}
                </Text>
              )}
              <pre
                className={classes.value}
                tabIndex={0}
                role="group"
                aria-label={t('result')}
                translate="no"
              >
                {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
              </pre>
            </>
          ) : (
            <Text c="dimmed">{t('problem', { problem })}</Text>
          )
        }
      </QueryResult>
    </Panel>
  );
}
