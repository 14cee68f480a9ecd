import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { logTailQuery } from '../../queries/log-tail';
import { stylesOf } from '../../ui/display/ansi-style';
import { AnsiText } from '../../ui/display/ansi-text';
import { QueryResult } from '../../ui/lists/query-result';
import classes from './failure-list.module.css';

/** The end of the log of a run, with a link to all of it. */
export function FailureLog({ run }: { run: { _id: string; deviceName: string } }) {
  const { t } = useTranslation('rollouts');
  const query = useQuery(logTailQuery(run._id));
  const label = t('failures.logOf', { device: run.deviceName });
  return (
    <div className={classes.tail}>
      <QueryResult query={query} rows={2}>
        {({ items }) => {
          const styles = stylesOf(items.map(({ text }) => text));
          return items.length > 0 ? (
            <pre className={classes.lines} tabIndex={0} role="group" aria-label={label}>
              {items.map(({ seq, level, text }, index) => (
                <div key={seq} data-level={level}>
                  <AnsiText text={text} style={styles[index]} />
                </div>
              ))}
            </pre>
          ) : (
            <Text size="xs" c="dimmed">
              {t('failures.logEmpty')}
            </Text>
          );
        }}
      </QueryResult>
      <Anchor component={Link} to={`/runs/${run._id}`} size="xs">
        {label}
      </Anchor>
    </div>
  );
}
