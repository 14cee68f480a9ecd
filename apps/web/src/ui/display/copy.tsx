import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './copy.module.css';
import { CheckIcon, CopyIcon } from './icons';

/** A button that copies a text and confirms it. */
export function CopyIconButton({ value, label }: { value: string; label?: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => {
        const currentLabel = copied ? t('copy.done') : (label ?? t('copy.do'));
        return (
          <Tooltip label={currentLabel}>
            <ActionIcon
              variant="subtle"
              color={copied ? 'teal' : 'gray'}
              onClick={copy}
              aria-label={currentLabel}
            >
              {copied ? <CheckIcon /> : <CopyIcon />}
            </ActionIcon>
          </Tooltip>
        );
      }}
    </CopyButton>
  );
}

/** A command with a button to copy it. */
export function CopyableCommand({ text, label }: { text: string; label: string }) {
  return (
    <div className={classes.command}>
      <code className={classes.text} tabIndex={0} role="group" aria-label={label}>
        {text}
      </code>
      <CopyIconButton value={text} />
    </div>
  );
}
