import type { Index, Pinecone } from '@pinecone-database/pinecone';
import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import * as z from 'zod';
import { chatKey } from '../retrieval/chat-uploads.ts';
import { flatMetadata } from '../retrieval/flat-metadata.ts';
import { textOf } from '../retrieval/text-of.ts';
import { readAnswer } from '../tools/read-answer.ts';
import { throughClient } from '../tools/through-client.ts';

interface PineconeForm {
  apiKey: string;
  index: string;
  namespace?: string | undefined;
  textKey?: string | undefined;
  filter?: Record<string, unknown> | undefined;
  fileUpload?: boolean | undefined;
}

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
  namespaces: z.record(z.string(), z.object({ recordCount: z.number() })).default({}),
});

/** The namespace that has no name, as newer versions of the API call it. */
const unnamed = '__default__';

/** Passages of every chat, and those of this one. */
function ofChat({ filter, fileUpload }: PineconeForm, { session }: RunContext) {
  const given = filter && Object.keys(filter).length > 0 ? filter : undefined;
  if (!fileUpload) return given;
  const own = { $or: [{ [chatKey]: { $eq: session.chatId } }, { [chatKey]: { $exists: false } }] };
  return given ? { $and: [given, own] } : own;
}

async function addressOf(client: Pinecone, name: string): Promise<string> {
  const { host } = await client.describeIndex(name);
  const url = URL.parse(host.includes('://') ? host : `https://${host}`);
  if (!url?.hostname.endsWith('.pinecone.io'))
    throw new AppError('PROVIDER_REFUSED', 'Pinecone named an address that is not its own.');
  return `https://${url.host}`;
}

/** An index of Pinecone, at the address that Pinecone names for it, by Pinecone's client. */
export function pineconeStore(form: PineconeForm): OutsideStore {
  const { apiKey, textKey = 'text' } = form;
  const namespace = form.namespace || unnamed;
  const terms = { service: 'Pinecone', secrets: [apiKey], maxMegabytes: 16 };
  let address: string | undefined;

  const ask = async <T>(context: RunContext, act: (index: Index) => Promise<T>): Promise<T> => {
    const { Pinecone } = await import('@pinecone-database/pinecone');
    return throughClient(terms, context, async (fetchApi) => {
      const client = new Pinecone({ apiKey, fetchApi, maxRetries: 0 });
      // Looked up here: the client would keep addresses for good, and take any.
      address ??= await addressOf(client, form.index);
      return act(client.index({ host: address, namespace }));
    });
  };

  return {
    name: 'Pinecone',
    async insert(passages, context) {
      const records = passages.map(({ id, vector, pageContent, metadata }) => ({
        id,
        values: vector,
        metadata: { ...flatMetadata(metadata), [textKey]: pageContent },
      }));
      await ask(context, (index) => index.upsert({ records }));
    },
    async search({ vector, count, wantsVectors }, context) {
      const filter = ofChat(form, context);
      const query = {
        vector,
        topK: count,
        includeMetadata: true,
        includeValues: wantsVectors,
        ...(filter && { filter }),
      };
      const answer = await ask(context, (index) => index.query(query));
      const found = readAnswer(matches, answer, terms.service, context);
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
      await ask(context, (index) => index.deleteMany({ ids: [...ids] }));
    },
    async count(context) {
      const answer = await ask(context, (index) => index.describeIndexStats());
      const { namespaces } = readAnswer(stats, answer, terms.service, context);
      const counted = namespaces[namespace] ?? (namespace === unnamed ? namespaces[''] : undefined);
      return counted?.recordCount ?? 0;
    },
  };
}
