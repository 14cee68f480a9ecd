import type { Attachment } from '@drover/sdk';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './attached-data.module.css';

/** An attachment of a message: text, any JSON value, or an image. */
export function AttachedData({ attachment: { type, data } }: { attachment: Attachment }) {
  const { t } = useTranslation('messages');
  const image = type === 'image' ? toImageUrl(data) : undefined;
  if (image) return <AttachedImage address={image} />;
  return (
    <pre className={classes.data} tabIndex={0} role="group" aria-label={t('attachment')}>
      {typeof data === 'string' ? data : JSON.stringify(data, null, 2)}
    </pre>
  );
}

function AttachedImage({ address }: { address: string }) {
  const { t } = useTranslation('messages');
  const [isBroken, setBroken] = useState(false);
  if (isBroken) {
    return (
      <Text size="sm" c="dimmed" mt="sm">
        {t('imageBroken')}
      </Text>
    );
  }
  return <img className={classes.image} src={address} alt={t('image')} onError={() => setBroken(true)} />;
}

/** Returns a data URL for an embedded image. Remote images are never loaded. */
function toImageUrl(data: unknown): string | undefined {
  if (typeof data !== 'string') return undefined;
  if (/^data:image\/[\w.+-]+;base64,/.test(data)) return data;
  return /^[\w+/\s]+={0,2}\s*$/.test(data) ? `data:image/png;base64,${data}` : undefined;
}
