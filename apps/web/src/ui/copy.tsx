import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './copy.module.css';
import { CheckIcon, CopyIcon } from './icons';

/** Copies a text, and says that it did. */
export function Copy({ value, label }: { value: string; label?: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => {
        const words = copied ? t('copy.done') : (label ?? t('copy.do'));
        return (
          <Tooltip label={words}>
            <ActionIcon variant="subtle" color={copied ? 'teal' : 'gray'} onClick={copy} aria-label={words}>
              {copied ? <CheckIcon /> : <CopyIcon />}
            </ActionIcon>
          </Tooltip>
        );
      }}
    </CopyButton>
  );
}

/** A command as it is to be pasted. */
export function Command({ text, label }: { text: string; label: string }) {
  return (
    <div className={classes.command}>
      <code className={classes.text} tabIndex={0} role="group" aria-label={label}>
        {text}
      </code>
      <Copy value={text} />
    </div>
  );
}
