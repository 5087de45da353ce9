import type { Attachment } from '@tendril/contract/api/uploads';
import { type Frame, readFrames } from './read-frames.ts';
import { RequestRefusal, readRefusal } from './request-refusal.ts';

/** A file or a recording in a question's request. */
export interface Upload {
  type: 'file' | 'file:full' | 'file:rag' | 'audio';
  name: string;
  mime: string;
  data: string;
}

/** The request of a question. */
export interface QuestionBody {
  question: string;
  chatId: string;
  uploads?: readonly Upload[];
  leadEmail?: string;
  overrideConfig?: Readonly<Record<string, unknown>>;
  action?: Readonly<Record<string, unknown>>;
}

export interface Rating {
  chatId: string;
  messageId: string;
  rating: 'THUMBS_UP' | 'THUMBS_DOWN';
  content?: string;
}

export interface WidgetClient {
  readConfig(): Promise<unknown>;
  /** Why this page may not ask, in the owner's words; undefined where no reason is given. */
  findRefusal(): Promise<string | undefined>;
  /** Frames as they arrive; a flow that cannot stream answers by one frame `whole`. */
  ask(body: QuestionBody, signal: AbortSignal): AsyncGenerator<Frame[]>;
  stop(chatId: string): Promise<void>;
  rate(rating: Rating): Promise<void>;
  leaveLead(lead: Readonly<Record<string, string>>): Promise<void>;
  /** The text of a file, to be sent with the question. */
  readText(file: File, chatId: string): Promise<string>;
  /** Puts a file into the flow's store, for this chat only. */
  store(file: File, chatId: string): Promise<void>;
}

type Sent = Omit<RequestInit, 'body'> & { json?: unknown; form?: FormData };

/** A client of the server's public routes at `base` (with a trailing slash) for one flow. No cookie is sent. */
export function createWidgetClient(base: string, flow: string): WidgetClient {
  const id = encodeURIComponent(flow);

  async function send(path: string, { json, form, ...init }: Sent = {}): Promise<Response> {
    const response = await fetch(`${base}api/v1/${path}`, {
      ...init,
      credentials: 'omit',
      ...(form && { method: 'POST', body: form }),
      ...(json !== undefined && {
        method: init.method ?? 'POST',
        headers: { 'content-type': 'application/json', ...init.headers },
        body: JSON.stringify(json),
      }),
    }).catch((cause: unknown) => {
      if (init.signal?.aborted) throw cause;
      throw new RequestRefusal(0, 'NETWORK', '');
    });
    if (!response.ok) throw await readRefusal(response);
    return response;
  }

  return {
    readConfig: async () => (await send(`public-chatbotConfig/${id}`)).json(),

    // A question without text asks nothing, and is the one request whose error a page of any site may read.
    async findRefusal() {
      try {
        await send(`prediction/${id}`, { json: { question: '' } });
      } catch (thrown) {
        if (thrown instanceof RequestRefusal && thrown.isForVisitors) return thrown.message;
      }
      return undefined;
    },

    async *ask(body, signal) {
      const headers = { accept: 'text/event-stream, application/json' };
      const response = await send(`prediction/${id}`, {
        json: { ...body, streaming: true },
        headers,
        signal,
      });
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      if (isStream && response.body) yield* readFrames(response.body);
      else yield [{ event: 'whole', data: await response.json() }];
    },

    async stop(chatId) {
      await send(`chatmessage/abort/${id}/${encodeURIComponent(chatId)}`, { method: 'PUT' });
    },

    async rate(rating) {
      await send(`feedback/${id}`, { json: rating });
    },

    async leaveLead(lead) {
      await send('leads', { json: { chatflowid: flow, ...lead } });
    },

    async readText(file, chatId) {
      const form = new FormData();
      form.append('files', file);
      const answer = await send(`attachments/${id}/${encodeURIComponent(chatId)}`, { form });
      const [text] = (await answer.json()) as Attachment[];
      return text?.content ?? '';
    },

    async store(file, chatId) {
      const form = new FormData();
      form.append('files', file);
      form.append('chatId', chatId);
      await send(`vector/upsert/${id}`, { form });
    },
  };
}
