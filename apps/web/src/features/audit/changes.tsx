import type { AuditEntry } from '@drover/sdk';
import { Popover, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './audit-table.module.css';

/** The number of changed fields. Opens the list of their values before and after. */
export function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  const { t } = useTranslation('audit');
  if (changes.length === 0) return null;
  return (
    <Popover width={340} position="bottom-start" withinPortal trapFocus>
      <Popover.Target>
        <UnstyledButton fz="sm" className={classes.link}>
          {t('changes', { count: changes.length })}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('changes', { count: changes.length })}>
        <dl className={classes.changes} translate="no">
          {changes.map(({ field, before, after }) => (
            <div key={field}>
              <dt>
                <code>{field}</code>
              </dt>
              <dd>
                {before === null && after === null ? (
                  <Text size="xs" c="dimmed" translate="yes">
                    {t('changed')}
                  </Text>
                ) : (
                  <code>
                    {before ?? '–'} → {after ?? '–'}
                  </code>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </Popover.Dropdown>
    </Popover>
  );
}
