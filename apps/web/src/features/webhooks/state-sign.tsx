import type { Webhook, WebhookDelivery } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import classes from './state-sign.module.css';

function Sign({ tone, text }: { tone?: 'wait' | 'good' | 'bad'; text: string }) {
  return (
    <span className={classes.sign} data-tone={tone}>
      <span className={classes.mark} aria-hidden />
      {text}
    </span>
  );
}

const webhookTones = { enabled: 'good', failing: 'bad', disabled: undefined } as const;

export function WebhookState({ webhook: { isEnabled, failingSince } }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const state = !isEnabled ? 'disabled' : failingSince ? 'failing' : 'enabled';
  return <Sign tone={webhookTones[state]} text={t(`webhooks.states.${state}`)} />;
}

const deliveryTones = { pending: 'wait', delivered: 'good', failed: 'bad' } as const;

export function DeliveryState({ state }: Pick<WebhookDelivery, 'state'>) {
  const { t } = useTranslation();
  return <Sign tone={deliveryTones[state]} text={t(`webhooks.deliveryStates.${state}`)} />;
}
