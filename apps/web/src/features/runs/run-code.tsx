import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { editorLink } from '../../lib/error-position';
import { Panel } from '../../ui/layout/panel';
import classes from './run-code.module.css';

interface Props {
  /** Name of the source file, if the code is not that which ran. */
  title?: string;
  code: string;
  /** The line at which the run failed. */
  failedLine?: number;
  /** The page of the script's editor, if it has one. */
  editorPage?: string;
}

/** Lines that are shown before and after the one that failed. */
const linesAround = 4;

/** The code that ran, with the line that failed marked. */
export function RunCode({ title, code, failedLine, editorPage }: Props) {
  const { t } = useTranslation('run-details');
  const label = title ?? t('code');
  const [isWhole, setWhole] = useState(false);
  const lines = code.split('\n');
  const line = failedLine !== undefined && failedLine <= lines.length ? failedLine : undefined;
  const first = isWhole || line === undefined ? 1 : Math.max(1, line - linesAround);
  const last = isWhole ? lines.length : line === undefined ? 0 : Math.min(lines.length, line + linesAround);
  const toggle = (
    <Button size="xs" variant="default" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
      {isWhole ? t('showLess') : t('showAll', { count: lines.length })}
    </Button>
  );
  return (
    <Panel
      title={label}
      aside={
        <Group gap="sm">
          {line !== undefined && editorPage && (
            <Anchor component={Link} to={editorLink(editorPage, { file: title, line })} size="sm">
              {t('openLine', { line })}
            </Anchor>
          )}
          {(line === undefined || lines.length > last - first + 1 || isWhole) && toggle}
        </Group>
      }
    >
      {last > 0 && (
        <pre className={classes.code} tabIndex={0} role="group" aria-label={label} translate="no">
          {lines.slice(first - 1, last).map((text, index) => {
            const number = first + index;
            return (
              <div key={number} className={classes.line} data-failed={number === line || undefined}>
                <span className={classes.number}>{number}</span>
                <span>{text || ' '}</span>
                {number === line && (
                  <Text span className={classes.mark}>
                    {t('failedHere')}
                  </Text>
                )}
              </div>
            );
          })}
        </pre>
      )}
    </Panel>
  );
}
