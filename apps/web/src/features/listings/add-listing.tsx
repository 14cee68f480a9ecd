import { LIMITS } from '@drover/contract/limits';
import type { Listing, Script } from '@drover/sdk';
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { drover } from '../../lib/drover';
import { money, percents } from '../../lib/money';
import { scriptQueries } from '../../queries/scripts';
import { ErrorLine, useErrorText } from '../../ui/failure';
import { Panel } from '../../ui/panel';
import { Price } from './price';

interface Props {
  listing: Listing;
  /** The same script in the library, where it is there already. */
  script?: Script;
}

/** What the script costs, and the way into the library. */
export function AddListing({ listing, script }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [params] = useSearchParams();
  const [code, setCode] = useState(params.get('code') ?? '');
  const given = code.trim();
  const add = useMutation({
    mutationFn: () => drover.listings.addToLibrary(listing.slug, given ? { code: given } : {}),
    onSuccess: ({ name }) => {
      notifications.show({ message: t('listings.addedDone', { name }) });
      return client.invalidateQueries(scriptQueries.list());
    },
  });
  const has = script ?? add.data;
  return (
    <Panel
      title={
        <Title order={2} size="h3" component="span">
          <Price listing={listing} />
        </Title>
      }
    >
      {has ? (
        <Stack gap="md">
          <Text size="sm">{t('listings.inLibrary')}</Text>
          <Button component={Link} to={`/library/${has._id}`}>
            {t('listings.openInLibrary')}
          </Button>
        </Stack>
      ) : (
        <Stack gap="md">
          {listing.plan === 'monthly' && <CodeForm listing={listing} code={code} onCode={setCode} />}
          <ErrorLine error={add.error} />
          <Button onClick={() => add.mutate()} loading={add.isPending}>
            {t('listings.add')}
          </Button>
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

/** Checks a promotion code, and says what it is good for. */
function CodeForm({ listing, code, onCode }: CodeProps) {
  const { t, i18n } = useTranslation();
  const textOf = useErrorText();
  const check = useMutation({
    mutationFn: (given: string) => drover.listings.quote(listing.slug, { code: given }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() && !check.isPending) check.mutate(code.trim());
  };
  const type = (next: string) => {
    check.reset();
    onCode(next);
  };
  const quote = check.data;
  return (
    <form onSubmit={submit}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('listings.paid')}
      </Text>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={t('listings.promotionCode')}
          maxLength={LIMITS.filterChars}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={(event) => type(event.currentTarget.value)}
          style={{ flex: 1, minWidth: 0 }}
        />
        <Button type="submit" variant="default" loading={check.isPending} disabled={code.trim() === ''}>
          {t('listings.check')}
        </Button>
      </Group>
      <div role="status">
        {check.isError && (
          <Text size="sm" c="red" mt="xs">
            {textOf(check.error)}
          </Text>
        )}
        {quote && (
          <Text size="sm" mt="xs">
            {t('listings.discounted', {
              price: money(quote.discountedPrice, quote.currency, i18n.language),
              percent: percents(quote.percentOff, i18n.language),
            })}{' '}
            {quote.percentOff === 100 ? t('listings.codeAdds') : t('listings.codeFallsShort')}
          </Text>
        )}
      </div>
    </form>
  );
}
