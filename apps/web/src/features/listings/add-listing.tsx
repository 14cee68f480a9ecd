import { LIMITS } from '@drover/contract/limits';
import type { Listing, Script } from '@drover/sdk';
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { drover } from '../../lib/drover';
import { formatMoney, formatPercent } from '../../lib/money';
import { scriptQueries } from '../../queries/scripts';
import { ForRole } from '../../roles/for-role';
import { ErrorText, useErrorMessage } from '../../ui/feedback/error-alert';
import { Panel } from '../../ui/layout/panel';
import { Price } from './price';

interface Props {
  listing: Listing;
  /** The script in the library, if it was added before. */
  script?: Script;
}

/** The price of a listing and the button that adds it to the library. */
export function AddListing({ listing, script }: Props) {
  const { t } = useTranslation('listings');
  const client = useQueryClient();
  const [params] = useSearchParams();
  const [code, setCode] = useState(params.get('code') ?? '');
  const enteredCode = code.trim();
  const add = useMutation({
    mutationFn: () => drover.listings.addToLibrary(listing.slug, enteredCode ? { code: enteredCode } : {}),
    onSuccess: ({ name }) => {
      notifications.show({ message: t('addedDone', { name }) });
      return client.invalidateQueries(scriptQueries.list());
    },
  });
  const libraryScript = script ?? add.data;
  return (
    <Panel
      title={
        <Title order={2} size="h3" component="span">
          <Price listing={listing} />
        </Title>
      }
    >
      {libraryScript ? (
        <Stack gap="md">
          <Text size="sm">{t('inLibrary')}</Text>
          <Button component={Link} to={`/library/${libraryScript._id}`}>
            {t('openInLibrary')}
          </Button>
        </Stack>
      ) : (
        <Stack gap="md">
          {listing.plan === 'monthly' && <CodeForm listing={listing} code={code} onCode={setCode} />}
          <ErrorText error={add.error} />
          <ForRole role="editor">
            <Button onClick={() => add.mutate()} loading={add.isPending}>
              {t('add')}
            </Button>
          </ForRole>
        </Stack>
      )}
    </Panel>
  );
}

interface CodeProps {
  listing: Listing;
  code: string;
  onCode: (code: string) => void;
}

/** Checks a promotion code and shows the discounted price. */
function CodeForm({ listing, code, onCode }: CodeProps) {
  const { t, i18n } = useTranslation('listings');
  const getErrorMessage = useErrorMessage();
  const check = useMutation({
    mutationFn: (given: string) => drover.listings.quote(listing.slug, { code: given }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() && !check.isPending) check.mutate(code.trim());
  };
  const changeCode = (next: string) => {
    check.reset();
    onCode(next);
  };
  const quote = check.data;
  return (
    <form onSubmit={submit}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('paid')}
      </Text>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={t('promotionCode')}
          maxLength={LIMITS.filterChars}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={(event) => changeCode(event.currentTarget.value)}
          style={{ flex: 1, minWidth: 0 }}
        />
        <Button type="submit" variant="default" loading={check.isPending} disabled={code.trim() === ''}>
          {t('check')}
        </Button>
      </Group>
      <div role="status">
        {check.isError && (
          <Text size="sm" c="red" mt="xs">
            {getErrorMessage(check.error)}
          </Text>
        )}
        {quote && (
          <Text size="sm" mt="xs">
            {t('discounted', {
              price: formatMoney(quote.discountedPrice, quote.currency, i18n.language),
              percent: formatPercent(quote.percentOff, i18n.language),
            })}{' '}
            {quote.percentOff === 100 ? t('codeAdds') : t('codeFallsShort')}
          </Text>
        )}
      </div>
    </form>
  );
}
