import { eachItem, type Page, type Paging } from './paging';
import type { CallOptions, Http } from './request';

/** Something that a script sent along with a message. */
export interface Attachment {
  type: 'text' | 'json' | 'image';
  /** Text, any JSON value, or an image as a data URL or base64. */
  data: unknown;
}

/** A text in the inbox: sent by a caller, or posted by a script. */
export interface Message {
  _id: string;
  title: string | null;
  /** Markdown. */
  text: string;
  attachments: Attachment[];
  deviceId: string | null;
  runId: string | null;
  createdAt: string;
}

/** A message to the account's notification targets. */
export interface SendMessage {
  /** Markdown; cut at 2000 characters. */
  text: string;
}

/** The inbox, and messages to the account's notification targets. */
export class Messages {
  constructor(private readonly http: Http) {}

  /** Lists the inbox, newest first. */
  list(paging: Paging = {}, options?: CallOptions): Promise<Page<Message>> {
    return this.http.get('/v1/messages', paging, options);
  }

  /** Goes through the inbox, page by page. */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<Message, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /** Pushes a message to the account's notification targets. */
  send(message: SendMessage, options?: CallOptions): Promise<void> {
    return this.http.post('/v1/message/send', message, options);
  }

  /** The same as `send`, with the text in the query string: for short texts. Never repeated, though it is a GET. */
  async sendByQuery(message: SendMessage, options?: CallOptions): Promise<void> {
    await this.http.send({ method: 'GET', path: '/v1/message/send', query: message, ...options });
  }
}
