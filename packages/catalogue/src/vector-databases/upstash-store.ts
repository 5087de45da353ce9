import type { RunContext } from '@tendril/contract/node/run-context';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import * as z from 'zod';
import { chatKey } from '../retrieval/chat-uploads.ts';
import { textOf } from '../retrieval/text-of.ts';
import { jsonApi } from '../tools/json-api.ts';

interface UpstashForm {
  url: string;
  token: string;
  filter?: string | undefined;
  fileUpload?: boolean | undefined;
}

/** The metadata under which existing indexes hold a passage's text. */
const contentKey = '_pageContentLC';
const found = z.object({
  result: z.array(
    z.object({
      id: z.union([z.string(), z.number()]),
      score: z.number(),
      metadata: z.record(z.string(), z.unknown()).nullish(),
      vector: z.array(z.number()).nullish(),
    }),
  ),
});

const info = z.object({ result: z.object({ vectorCount: z.number() }) });

function filterOf({ filter, fileUpload }: UpstashForm, { session }: RunContext): string {
  if (!fileUpload) return filter ?? '';
  const chat = session.chatId.replace(/[^\w-]/g, '');
  const own = `(${chatKey} = '${chat}' OR HAS NOT FIELD ${chatKey})`;
  return filter ? `(${filter}) AND ${own}` : own;
}

/** An index of Upstash Vector. */
export function upstashStore(form: UpstashForm): OutsideStore {
  const ask = jsonApi({
    service: 'Upstash Vector',
    base: form.url,
    headers: { authorization: `Bearer ${form.token}` },
    secrets: [form.token],
    maxMegabytes: 16,
  });
  return {
    name: 'Upstash Vector',
    async insert(passages, context) {
      const body = passages.map(({ id, vector, pageContent, metadata }) => ({
        id,
        vector,
        metadata: { ...metadata, [contentKey]: pageContent },
      }));
      await ask('/upsert', { body }, context);
    },
    async search({ vector, count, wantsVectors }, context) {
      const filter = filterOf(form, context);
      const body = {
        vector,
        topK: count,
        includeMetadata: true,
        includeVectors: wantsVectors,
        ...(filter && { filter }),
      };
      const { result } = await ask('/query', { body, shape: found }, context);
      return result.map(({ id, score, metadata, vector: own }) => {
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
      await ask('/delete', { method: 'DELETE', body: { ids } }, context);
    },
    async count(context) {
      const { result } = await ask('/info', { shape: info }, context);
      return result.vectorCount;
    },
  };
}
