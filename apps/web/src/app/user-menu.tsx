import '@mantine/core/styles/Avatar.css';
import {
  Avatar,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
  type MantineColorScheme,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSignOut } from '../features/accounts/use-sign-out';
import { WorkspaceItems } from '../features/members/workspace-items';
import { accountQueries } from '../queries/accounts';
import { type Language, LANGUAGES, setLanguage } from '../texts/i18n';
import { SignOutIcon } from '../ui/display/icons';
import classes from './user-menu.module.css';

const schemes = ['light', 'dark', 'auto'] as const;

/** The signed-in account, theme, language and sign-out. */
export function UserMenu() {
  const { t } = useTranslation(['accounts', 'app']);
  const { data: account } = useQuery(accountQueries.current());
  const signOut = useSignOut();
  const name = account?.person?.name || account?.name || account?.email || '';
  return (
    <Menu position="top-start" width={208}>
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <VisuallyHidden>{t('menu')}: </VisuallyHidden>
          <Avatar name={name} size={30} color="indigo" variant="light" aria-hidden />
          <span className={classes.name}>
            <Text size="sm" fw={550} truncate>
              {name}
            </Text>
            {account && name !== account.email && (
              <Text size="xs" c="dimmed" truncate>
                {account.email}
              </Text>
            )}
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <WorkspaceItems />
        <Menu.Label>{t('app:preferences.theme')}</Menu.Label>
        <SchemeItems />
        <Menu.Divider />
        <Menu.Label>{t('app:preferences.language')}</Menu.Label>
        <LanguageItems />
        <Menu.Divider />
        <Menu.Item leftSection={<SignOutIcon size={16} />} onClick={() => signOut.mutate()}>
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function SchemeItems() {
  const { t } = useTranslation('app');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}>
      {schemes.map((scheme) => (
        <Menu.RadioItem key={scheme} value={scheme} closeMenuOnClick>
          {t(`preferences.${scheme}`)}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

function LanguageItems() {
  const { i18n } = useTranslation();
  return (
    <Menu.RadioGroup value={i18n.language} onChange={(language) => void setLanguage(language as Language)}>
      {Object.entries(LANGUAGES).map(([language, name]) => (
        <Menu.RadioItem key={language} value={language} closeMenuOnClick lang={language}>
          {name}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
