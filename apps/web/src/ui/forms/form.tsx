import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorText } from '../feedback/error-alert';
import classes from './form.module.css';

/** The parts of a mutation that a form needs. */
export interface FormMutation {
  mutate: () => void;
  isPending: boolean;
  error: unknown;
}

interface Props {
  mutation: FormMutation;
  isValid?: boolean;
  /** Label of the submit button. Without it, the form's children contain the buttons. */
  action?: string;
  variant?: 'filled' | 'default';
  /** Stretches the button to the width of the fields. */
  isWide?: boolean;
  gap?: 'sm' | 'md' | 'lg';
  children: ReactNode;
}

/** A form. Input survives a failed submission, and a pending submission is not sent twice. */
export function Form({ mutation, isValid = true, action, variant, isWide, gap = 'md', children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid && !mutation.isPending) mutation.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={gap}>
        {children}
        {action && (
          <>
            <ErrorText error={mutation.error} />
            <Button
              type="submit"
              variant={variant}
              loading={mutation.isPending}
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

interface ButtonsProps {
  mutation: FormMutation;
  isValid: boolean;
  action: string;
  icon?: ReactNode;
  onClose: () => void;
}

/** The error and the cancel and submit buttons of a form in a dialog. */
export function FormButtons({ mutation, isValid, action, icon, onClose }: ButtonsProps) {
  const { t } = useTranslation();
  return (
    <>
      <ErrorText error={mutation.error} />
      <Group justify="flex-end" gap="xs" className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" leftSection={icon} loading={mutation.isPending} disabled={!isValid}>
          {action}
        </Button>
      </Group>
    </>
  );
}
