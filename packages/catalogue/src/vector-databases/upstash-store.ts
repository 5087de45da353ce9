import type { RunContext } from '@tendril/contract/node/run-context';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import type { Index } from '@upstash/vector';
import * as z from 'zod';
import { chatKey } from '../retrieval/chat-uploads.ts';
import { textOf } from '../retrieval/text-of.ts';
import { jsonApi } from '../tools/json-api.ts';
import { readAnswer } from '../tools/read-answer.ts';

interface UpstashForm {
  url: string;
  token: string;
  filter?: string | undefined;
  fileUpload?: boolean | undefined;
}

/** The metadata under which existing indexes hold a passage's text. */
const contentKey = '_pageContentLC';
const service = 'Upstash Vector';
const answered = z.object({ result: z.unknown().refine((result) => result !== undefined) });
const found = z.array(
  z.object({
    id: z.union([z.string(), z.number()]),
    score: z.number(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
    vector: z.array(z.number()).nullish(),
  }),
);
const info = z.object({ vectorCount: z.number() });

function filterOf({ filter, fileUpload }: UpstashForm, { session }: RunContext): string {
  if (!fileUpload) return filter ?? '';
  const chat = session.chatId.replace(/[^\w-]/g, '');
  const own = `(${chatKey} = '${chat}' OR HAS NOT FIELD ${chatKey})`;
  return filter ? `(${filter}) AND ${own}` : own;
}

/** An index of Upstash Vector, by Upstash's client over requests of ours. */
export function upstashStore(form: UpstashForm): OutsideStore {
  const ask = jsonApi({
    service,
    base: form.url,
    headers: { authorization: `Bearer ${form.token}` },
    secrets: [form.token],
    maxMegabytes: 16,
  });
  const open = async (context: RunContext): Promise<Index> => {
    const { Index } = await import('@upstash/vector');
    return new Index({
      async request<T>({ path = [], body }: { path?: string[]; body?: unknown }) {
        const asked = { method: 'POST', body, shape: answered } as const;
        return (await ask(`/${path.join('/')}`, asked, context)) as { result: T };
      },
    });
  };
  return {
    name: service,
    async insert(passages, context) {
      const rows = passages.map(({ id, vector, pageContent, metadata }) => ({
        id,
        vector,
        metadata: { ...metadata, [contentKey]: pageContent },
      }));
      await (await open(context)).upsert(rows);
    },
    async search({ vector, count, wantsVectors }, context) {
      const filter = filterOf(form, context);
      const asked = {
        vector,
        topK: count,
        includeMetadata: true,
        includeVectors: wantsVectors,
        ...(filter && { filter }),
      };
      const answer = await (await open(context)).query(asked);
      return readAnswer(found, answer, service, context).map(({ id, score, metadata, vector: own }) => {
        const { [contentKey]: text, ...rest } = metadata ?? {};
        return {
          id: String(id),
          pageContent: textOf(text),
          metadata: rest,
          // Its scores are between 0 and 1 where a cosine is between -1 and 1.
          score: score * 2 - 1,
          ...(own && { vector: own }),
        };
      });
    },
    async remove(ids, context) {
      await (await open(context)).delete({ ids: [...ids] });
    },
    async count(context) {
      return readAnswer(info, await (await open(context)).info(), service, context).vectorCount;
    },
  };
}
