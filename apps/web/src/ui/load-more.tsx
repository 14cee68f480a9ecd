import { Button, Center } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Below a list that is read page by page: the way to its next page, while there is one. */
export function LoadMore({ list }: Props) {
  const { t } = useTranslation();
  if (!list.hasNextPage) return null;
  return (
    <Center mt="md">
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {t('more')}
      </Button>
    </Center>
  );
}
