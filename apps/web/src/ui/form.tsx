import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorLine } from './failure';

/** What a form asks for, as a mutation tells of it. */
export interface Saving {
  mutate: () => void;
  isPending: boolean;
  error: unknown;
}

interface Props {
  save: Saving;
  isValid?: boolean;
  /** What the button below the fields says; a form without one has its buttons among its children. */
  action?: string;
  variant?: 'filled' | 'default';
  /** The button is as wide as the fields. */
  isWide?: boolean;
  gap?: 'sm' | 'md' | 'lg';
  children: ReactNode;
}

/** Fields below each other. What was typed outlives a failure; what is on its way is not sent again. */
export function Form({ save, isValid = true, action, variant, isWide, gap = 'md', children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid && !save.isPending) save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={gap}>
        {children}
        {action && (
          <>
            <ErrorLine error={save.error} />
            <Button
              type="submit"
              variant={variant}
              loading={save.isPending}
              disabled={!isValid}
              style={isWide ? undefined : { alignSelf: 'flex-start' }}
            >
              {action}
            </Button>
          </>
        )}
      </Stack>
    </form>
  );
}

interface EndProps {
  save: Saving;
  isValid: boolean;
  action: string;
  icon?: ReactNode;
  onClose: () => void;
}

/** The end of a form in a dialog: what went wrong, the way back, and the way on. */
export function FormEnd({ save, isValid, action, icon, onClose }: EndProps) {
  const { t } = useTranslation();
  return (
    <>
      <ErrorLine error={save.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" leftSection={icon} loading={save.isPending} disabled={!isValid}>
          {action}
        </Button>
      </Group>
    </>
  );
}
