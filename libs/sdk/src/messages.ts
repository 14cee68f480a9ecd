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

  /**
   * Lists the inbox, newest first.
   *
   * @param filter Filters and paging.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if a filter is invalid.
   * @example
   * const { items } = await drover.messages.list({ telemetry: false });
   */
  list(filter: MessageFilter = {}, options?: CallOptions): ApiPromise<Page<Message>> {
    return this.http.request('messages.list', { query: filter }, options);
  }

  /**
   * Iterates over the inbox, page by page.
   *
   * @param filter Filters. `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if a filter is invalid.
   * @example
   * for await (const { text, createdAt } of drover.messages.iterate()) console.log(createdAt, text);
   */
  iterate(filter: MessageFilter = {}, options?: CallOptions): AsyncGenerator<Message, void, undefined> {
    return eachItem((page) => this.list({ ...filter, ...page }, options), filter);
  }

  /**
   * Sends a message to the devices in the account's notification settings.
   *
   * @param message The text.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if there is no text.
   * @example
   * await drover.messages.send({ text: '**Done**: 12 devices updated.' });
   */
  send(message: SendMessage, options?: CallOptions): ApiPromise<void> {
    return this.http.request('messages.send', { body: message }, options);
  }

  /**
   * Like `send`, with the text in the query string, for short texts. Never retried, although it is a GET request.
   *
   * @param message The text.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if there is no text.
   * @example
   * await drover.messages.sendByQuery({ text: 'Done.' });
   */
  async sendByQuery(message: SendMessage, options?: CallOptions): Promise<void> {
    await this.http.send('messages.sendByQuery', { query: message }, { isRepeatable: false, ...options });
  }
}
