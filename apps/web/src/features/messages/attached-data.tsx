import type { Attachment } from '@drover/sdk';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './attached-data.module.css';

/** What a script sent along: a text, any JSON value, or an image. */
export function AttachedData({ attachment: { type, data } }: { attachment: Attachment }) {
  const { t } = useTranslation();
  const image = type === 'image' ? imageAddress(data) : undefined;
  if (image) return <AttachedImage address={image} />;
  return (
    <pre className={classes.data} tabIndex={0} role="group" aria-label={t('messages.attachment')}>
      {typeof data === 'string' ? data : JSON.stringify(data, null, 2)}
    </pre>
  );
}

function AttachedImage({ address }: { address: string }) {
  const { t } = useTranslation();
  const [isBroken, setBroken] = useState(false);
  if (isBroken) {
    return (
      <Text size="sm" c="dimmed" mt="sm">
        {t('messages.imageBroken')}
      </Text>
    );
  }
  return (
    <img className={classes.image} src={address} alt={t('messages.image')} onError={() => setBroken(true)} />
  );
}

/** An image that the message itself holds; none is fetched from elsewhere. */
function imageAddress(data: unknown): string | undefined {
  if (typeof data !== 'string') return undefined;
  if (/^data:image\/[\w.+-]+;base64,/.test(data)) return data;
  return /^[\w+/\s]+={0,2}\s*$/.test(data) ? `data:image/png;base64,${data}` : undefined;
}
