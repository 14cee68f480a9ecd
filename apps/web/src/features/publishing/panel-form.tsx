import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Form, type FormMutation } from '../../ui/forms/form';
import { Panel } from '../../ui/layout/panel';

interface Props {
  title: string;
  isValid: boolean;
  /** Shows its own errors. */
  mutation: FormMutation;
  children: ReactNode;
}

/** A panel with its own form and save button. */
export function PanelForm({ title, isValid, mutation, children }: Props) {
  const { t } = useTranslation();
  return (
    <Panel title={title}>
      <Form mutation={{ ...mutation, error: null }} isValid={isValid} action={t('save')} variant="default">
        {children}
      </Form>
    </Panel>
  );
}
