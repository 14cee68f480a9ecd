import '@mantine/core/styles/NumberInput.css';
import { LIMITS } from '@drover/contract/limits';
import { Button, Group, NumberInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { promotionCodeQueries } from '../../queries/promotion-codes';
import { useErrorText } from '../../ui/failure';
import { PlusIcon } from '../../ui/icons';

const { percentOffMin: min, percentOffMax: max } = LIMITS;

/** Makes a code for the rest of the day. */
export function CreateCode({ devscriptId }: { devscriptId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const textOf = useErrorText();
  const [percentOff, setPercentOff] = useState<number | string>(max);
  const isValid = typeof percentOff === 'number' && percentOff >= min && percentOff <= max;
  const create = useMutation({
    mutationFn: () => drover.promotionCodes.create(devscriptId, { percentOff: Number(percentOff) }),
    onSettled: () => client.invalidateQueries(promotionCodeQueries.list(devscriptId)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid && !create.isPending) create.mutate();
  };
  const problem = create.error ? textOf(create.error) : undefined;
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <NumberInput
          aria-label={t('promotionCodes.percentOff')}
          suffix=" %"
          clampBehavior="none"
          decimalScale={2}
          allowNegative={false}
          {...{ min, max }}
          value={percentOff}
          onChange={setPercentOff}
          error={isValid ? problem : t('promotionCodes.percentProblem', { min, max })}
          style={{ flex: 1 }}
        />
        <Button
          type="submit"
          leftSection={<PlusIcon size={16} />}
          loading={create.isPending}
          disabled={!isValid}
        >
          {t('promotionCodes.create')}
        </Button>
      </Group>
    </form>
  );
}
