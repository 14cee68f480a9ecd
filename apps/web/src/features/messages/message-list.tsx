import type { Message } from '@drover/sdk';
import { Badge, Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { lazyPart } from '../../texts/lazy-part';
import { RelativeTime } from '../../ui/display/relative-time';
import { AttachedData } from './attached-data';
import classes from './message-list.module.css';
import { Sender } from './sender';

const Markdown = lazyPart(() => import('../../ui/display/markdown'), 'Markdown');

/** Longer texts are collapsed at first. */
const collapsedChars = 1500;
/** Longer texts are shown as plain text, because rendering them as Markdown would block the page. */
const maxMarkdownChars = 20_000;

interface Props {
  messages: Message[];
  isNew: (message: Message) => boolean;
}

export function MessageList({ messages, isNew }: Props) {
  return (
    <Suspense>
      <div className={classes.list}>
        {messages.map((message) => (
          <MessageArticle key={message._id} message={message} isNew={isNew(message)} />
        ))}
      </div>
    </Suspense>
  );
}

function MessageArticle({ message, isNew }: { message: Message; isNew: boolean }) {
  const { t } = useTranslation('messages');
  const sender = <Sender message={message} />;
  return (
    <article className={classes.message}>
      <header className={classes.header}>
        <h2 className={classes.title}>{message.title || sender}</h2>
        {isNew && (
          <Badge size="sm" variant="light" tt="none">
            {t('new')}
          </Badge>
        )}
        {message.isTelemetry && (
          <Badge size="sm" variant="default" tt="none">
            {t('telemetry')}
          </Badge>
        )}
        <span className={classes.facts}>
          {message.title && <span>{sender}</span>}
          {message.runId && <Link to={`/runs/${message.runId}`}>{t('openRun')}</Link>}
          <RelativeTime at={message.createdAt} />
        </span>
      </header>
      <MessageText text={message.text} />
      {message.attachments.map((attachment, index) => (
        <AttachedData key={index} attachment={attachment} />
      ))}
    </article>
  );
}

function MessageText({ text }: { text: string }) {
  const { t } = useTranslation('messages');
  const [isCollapsed, setCollapsed] = useState(text.length > collapsedChars);
  return (
    <>
      <div className={classes.text} data-folded={isCollapsed || undefined}>
        {text.length > maxMarkdownChars ? <p className={classes.plain}>{text}</p> : <Markdown text={text} />}
      </div>
      {isCollapsed && (
        <Button size="compact-sm" variant="default" mt="xs" onClick={() => setCollapsed(false)}>
          {t('showAll')}
        </Button>
      )}
    </>
  );
}
