import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import * as z from 'zod';
import { chatKey } from '../retrieval/chat-uploads.ts';
import { flatMetadata } from '../retrieval/flat-metadata.ts';
import { textOf } from '../retrieval/text-of.ts';
import { type JsonApi, jsonApi } from '../tools/json-api.ts';

interface PineconeForm {
  apiKey: string;
  index: string;
  namespace?: string | undefined;
  textKey?: string | undefined;
  filter?: Record<string, unknown> | undefined;
  fileUpload?: boolean | undefined;
}

const host = z.object({ host: z.string() });
const matches = z.object({
  matches: z.array(
    z.object({
      id: z.string(),
      score: z.number().default(0),
      values: z.array(z.number()).optional(),
      metadata: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});

const stats = z.object({
  namespaces: z.record(z.string(), z.object({ vectorCount: z.number() })).default({}),
});

/** Passages of every chat, and those of this one. */
function ofChat({ filter, fileUpload }: PineconeForm, { session }: RunContext) {
  if (!fileUpload) return filter;
  const own = { $or: [{ [chatKey]: { $eq: session.chatId } }, { [chatKey]: { $exists: false } }] };
  return filter ? { $and: [filter, own] } : own;
}

/** An index of Pinecone, at the address that Pinecone names for it. */
export function pineconeStore(form: PineconeForm): OutsideStore {
  const { apiKey, namespace = '', textKey = 'text' } = form;
  const common = {
    service: 'Pinecone',
    headers: { 'api-key': apiKey, 'x-pinecone-api-version': '2025-01' },
    secrets: [apiKey],
    maxMegabytes: 16,
  };
  let opened: Promise<JsonApi> | undefined;
  const open = (context: RunContext): Promise<JsonApi> => {
    opened ??= jsonApi({ ...common, base: 'https://api.pinecone.io' })(
      `/indexes/${encodeURIComponent(form.index)}`,
      { shape: host },
      context,
    ).then((index) => {
      const url = URL.parse(index.host.includes('://') ? index.host : `https://${index.host}`);
      if (!url?.hostname.endsWith('.pinecone.io'))
        throw new AppError('PROVIDER_REFUSED', 'Pinecone named an address that is not its own.');
      return jsonApi({ ...common, base: `https://${url.host}` });
    });
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };

  return {
    name: 'Pinecone',
    async insert(passages, context) {
      const vectors = passages.map(({ id, vector, pageContent, metadata }) => ({
        id,
        values: vector,
        metadata: { ...flatMetadata(metadata), [textKey]: pageContent },
      }));
      await (await open(context))('/vectors/upsert', { body: { vectors, namespace } }, context);
    },
    async search({ vector, count, wantsVectors }, context) {
      const filter = ofChat(form, context);
      const body = {
        vector,
        topK: count,
        namespace,
        includeMetadata: true,
        includeValues: wantsVectors,
        ...(filter && { filter }),
      };
      const found = await (await open(context))('/query', { body, shape: matches }, context);
      return found.matches.map(({ id, score, values, metadata = {} }) => {
        const { [textKey]: text, ...rest } = metadata;
        return {
          id,
          score,
          pageContent: textOf(text),
          metadata: rest,
          ...(values?.length && { vector: values }),
        };
      });
    },
    async remove(ids, context) {
      await (await open(context))('/vectors/delete', { body: { ids, namespace } }, context);
    },
    async count(context) {
      const { namespaces } = await (await open(context))(
        '/describe_index_stats',
        { body: {}, shape: stats },
        context,
      );
      return namespaces[namespace]?.vectorCount ?? 0;
    },
  };
}
