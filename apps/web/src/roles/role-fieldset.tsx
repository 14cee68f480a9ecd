import type { Role } from '@drover/sdk';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasRole } from './use-has-role';

interface Props {
  role: Role;
  children: ReactNode;
}

/** Forms that people with lesser roles can read but not change. It says so above them. */
export function RoleFieldset({ role, children }: Props) {
  const { t } = useTranslation();
  if (useHasRole()(role)) return children;
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('readOnly')}
      </Text>
      {/* Without a box of its own, so that the layout stays as it is for others. */}
      <fieldset disabled style={{ display: 'contents' }}>
        {children}
      </fieldset>
    </>
  );
}
