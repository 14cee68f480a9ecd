import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Form, type Saving } from '../../ui/form';
import { Panel } from '../../ui/panel';

interface Props {
  title: string;
  isValid: boolean;
  /** Tells by itself what went wrong. */
  save: Saving;
  children: ReactNode;
}

/** A panel that is filled in and saved by itself. */
export function PanelForm({ title, isValid, save, children }: Props) {
  const { t } = useTranslation();
  return (
    <Panel title={title}>
      <Form save={{ ...save, error: null }} isValid={isValid} action={t('save')} variant="default">
        {children}
      </Form>
    </Panel>
  );
}
