import type { ApiPromise } from './api-promise';
import { eachItem, type Page, type Paging } from './paging';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** Data that a script attached to a message. */
export interface Attachment {
  type: 'text' | 'json' | 'image';
  /** Text, any JSON value, or an image as a data URL or base64. */
  data: unknown;
}

/** A message in the inbox, sent by a caller or posted by a script. */
export interface Message {
  _id: string;
  title: string | null;
  /** Markdown. */
  text: string;
  attachments: Attachment[];
  /** A script posted it with `telemetry: true`. */
  isTelemetry: boolean;
  deviceId: string | null;
  runId: string | null;
  createdAt: string;
}

/** Which messages to list. */
export interface MessageFilter extends Paging {
  /** true: only messages that scripts posted with `telemetry: true`. false: only the others. */
  telemetry?: boolean;
}

/** A message to the devices in the account's notification settings. */
export interface SendMessage {
  /** Markdown; cut at 2000 characters. */
  text: string;
}

/** The inbox, and messages to the devices in the account's notification settings. */
export class Messages {
  constructor(private readonly http: Http) {}

  /** Lists the inbox, newest first. */
  list(filter: MessageFilter = {}, options?: CallOptions): ApiPromise<Page<Message>> {
    return this.http.request('messages.list', { query: filter }, options);
  }

  /** Iterates over the inbox, page by page. */
  iterate(filter: MessageFilter = {}, options?: CallOptions): AsyncGenerator<Message, void, undefined> {
    return eachItem((page) => this.list({ ...filter, ...page }, options), filter);
  }

  /** Sends a message to the devices in the account's notification settings. */
  send(message: SendMessage, options?: CallOptions): ApiPromise<void> {
    return this.http.request('messages.send', { body: message }, options);
  }

  /** Like `send`, with the text in the query string, for short texts. Never retried, although it is a GET request. */
  async sendByQuery(message: SendMessage, options?: CallOptions): Promise<void> {
    await this.http.send('messages.sendByQuery', { query: message }, { isRepeatable: false, ...options });
  }
}
