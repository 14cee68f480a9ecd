import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface AgentVersionProps {
  version: string;
  isOutdated: boolean;
}

/** The version of an agent or an app, marked if the server has a newer agent. */
export function AgentVersion({ version, isOutdated }: AgentVersionProps) {
  const { t } = useTranslation('devices');
  return (
    <>
      {version}
      {isOutdated && (
        <Badge ml={6} size="sm" variant="light" color="yellow" c="var(--mantine-color-text)" tt="none">
          {t('outdated')}
        </Badge>
      )}
    </>
  );
}
