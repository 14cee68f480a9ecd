import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

/** Returns a function that describes a cron expression in words. It returns undefined until the library has loaded. */
export function useCronText(): (cron: string) => string | undefined {
  const { i18n } = useTranslation();
  const { data: cronstrue } = useQuery({
    queryKey: ['cronstrue'],
    queryFn: async () => {
      const [{ default: library }] = await Promise.all([
        import('cronstrue'),
        import('cronstrue/locales/zh_CN'),
      ]);
      return library;
    },
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });
  const locale = i18n.language === 'zh' ? 'zh_CN' : 'en';
  return (cron) => {
    try {
      return cronstrue?.toString(cron, { locale, use24HourTimeFormat: true });
    } catch {
      // It knows fewer expressions than the server, and the user may be typing one.
      return undefined;
    }
  };
}
