import type { Secret, SecretUse } from '@drover/sdk';
import { Anchor, List, Popover, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** The number of records that refer to a secret. Opens their list. */
export function SecretUses({ name, usedBy }: Pick<Secret, 'name' | 'usedBy'>) {
  const { t } = useTranslation('secrets');
  if (usedBy.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('unused')}
      </Text>
    );
  }
  const count = t('uses', { count: usedBy.length });
  return (
    <Popover width={300} position="bottom-start" withinPortal trapFocus>
      <Popover.Target>
        <Anchor component="button" type="button" size="sm">
          {count}
        </Anchor>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('usesOf', { name })}>
        <List listStyleType="none" size="sm" spacing={4} mah={300} style={{ overflowY: 'auto' }}>
          {usedBy.map((use) => (
            <List.Item key={`${use.kind} ${use._id}`}>
              <Text span size="sm" c="dimmed">
                {t(`kind.${use.kind}`)}{' '}
              </Text>
              <Anchor component={Link} to={pathOf(use)} size="sm" style={{ overflowWrap: 'anywhere' }}>
                {use.name}
              </Anchor>
            </List.Item>
          ))}
        </List>
      </Popover.Dropdown>
    </Popover>
  );
}

function pathOf({ kind, _id }: SecretUse): string {
  const pages = { script: 'library', devscript: 'devscripts', schedule: 'schedules', preset: 'presets' };
  return `/${pages[kind]}/${_id}`;
}
