import {
  Avatar,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drover } from '../lib/drover';
import { mayBeSignedIn } from '../lib/session';
import { queryClient } from '../lib/query-client';
import { accountQueries } from '../queries/account';
import { CheckIcon, LanguageIcon, MoonIcon, SignOutIcon, SunIcon, SystemIcon } from '../ui/icons';
import { LANGUAGES, setLanguage, type Language } from './i18n';
import classes from './user-menu.module.css';

const schemes = { light: SunIcon, dark: MoonIcon, auto: SystemIcon } as const;

/** Who is signed in, how the console looks and speaks, and the way out. */
export function UserMenu() {
  const { t } = useTranslation();
  const { data: account } = useQuery(accountQueries.current());
  const signOut = useMutation({
    mutationFn: () => drover.sessions.remove(),
    onSettled: () => {
      mayBeSignedIn.set(false);
      queryClient.clear();
      window.location.assign('/');
    },
  });
  const name = account?.name || account?.email || '';
  return (
    <Menu position="top-start" width={208}>
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={`${t('account.menu')}: ${name}`}>
          <Avatar name={name} size={30} color="indigo" variant="light" aria-hidden />
          <span className={classes.name}>
            <Text size="sm" fw={550} truncate>
              {name}
            </Text>
            {account?.name && (
              <Text size="xs" c="dimmed" truncate>
                {account.email}
              </Text>
            )}
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('preferences.theme')}</Menu.Label>
        <SchemeItems />
        <Menu.Divider />
        <Menu.Label>{t('preferences.language')}</Menu.Label>
        <LanguageItems />
        <Menu.Divider />
        <Menu.Item leftSection={<SignOutIcon size={16} />} onClick={() => signOut.mutate()}>
          {t('account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function SchemeItems() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (Object.keys(schemes) as MantineColorScheme[]).map((scheme) => {
    const Icon = schemes[scheme];
    return (
      <Menu.Item
        key={scheme}
        role="menuitemradio"
        aria-checked={scheme === colorScheme}
        leftSection={<Icon size={16} />}
        rightSection={scheme === colorScheme && <CheckIcon size={16} />}
        onClick={() => setColorScheme(scheme)}
      >
        {t(`preferences.${scheme}`)}
      </Menu.Item>
    );
  });
}

function LanguageItems() {
  const { i18n } = useTranslation();
  return (Object.keys(LANGUAGES) as Language[]).map((language) => (
    <Menu.Item
      key={language}
      role="menuitemradio"
      aria-checked={language === i18n.language}
      leftSection={<LanguageIcon size={16} />}
      rightSection={language === i18n.language && <CheckIcon size={16} />}
      onClick={() => void setLanguage(language, true)}
      lang={language}
    >
      {LANGUAGES[language]}
    </Menu.Item>
  ));
}
