import '@mantine/core/styles/NumberInput.css';
import { LIMITS } from '@drover/contract/limits';
import { Button, Group, NumberInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { promotionCodeQueries } from '../../queries/promotion-codes';
import { PlusIcon } from '../../ui/display/icons';
import { useErrorMessage } from '../../ui/feedback/error-alert';

const { percentOffMin: min, percentOffMax: max } = LIMITS;

/** Creates a code that is valid until the end of the day. */
export function CreateCode({ devscriptId }: { devscriptId: string }) {
  const { t } = useTranslation('promotion-codes');
  const client = useQueryClient();
  const getErrorMessage = useErrorMessage();
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
  const problem = create.error ? getErrorMessage(create.error) : undefined;
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <NumberInput
          aria-label={t('percentOff')}
          suffix=" %"
          clampBehavior="none"
          decimalScale={2}
          allowNegative={false}
          {...{ min, max }}
          value={percentOff}
          onChange={setPercentOff}
          error={isValid ? problem : t('percentProblem', { min, max })}
          style={{ flex: 1 }}
        />
        <Button
          type="submit"
          leftSection={<PlusIcon size={16} />}
          loading={create.isPending}
          disabled={!isValid}
        >
          {t('create')}
        </Button>
      </Group>
    </form>
  );
}
