import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import * as z from 'zod';
import { textOf } from '../retrieval/text-of.ts';
import { jsonApi } from '../tools/json-api.ts';

interface AstraForm {
  endpoint: string;
  token: string;
  collection: string;
  dimension?: number | undefined;
  metric: string;
}

const answer = z.object({
  data: z.object({ documents: z.array(z.record(z.string(), z.unknown())).optional() }).optional(),
  status: z.object({ moreData: z.boolean().optional() }).optional(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});
const contentKey = 'text';

/** A collection of Astra DB, by its Data API. */
export function astraStore(form: AstraForm): OutsideStore {
  const { token, collection, metric } = form;
  const api = jsonApi({
    service: 'Astra DB',
    base: `${form.endpoint}/api/json/v1/default_keyspace`,
    headers: { token },
    secrets: [token],
    maxMegabytes: 16,
  });

  /** Astra DB reports failures in the body of an answer that is fine otherwise. */
  async function ask(path: string, body: object, context: RunContext): Promise<z.infer<typeof answer>> {
    const read = await api(path, { body, shape: answer }, context);
    const [error] = read.errors ?? [];
    if (error) throw new AppError('PROVIDER_REFUSED', `Astra DB rejected the request: ${error.message}`);
    return read;
  }
  const path = `/${encodeURIComponent(collection)}`;

  async function remove(ids: readonly string[], context: RunContext): Promise<void> {
    const command = { deleteMany: { filter: { _id: { $in: ids } } } };
    // It deletes some at a time and says whether there are more.
    while ((await ask(path, command, context)).status?.moreData) context.signal.throwIfAborted();
  }

  let made: Promise<unknown> | undefined;
  return {
    name: 'Astra DB',
    batchSize: 20,
    async insert(passages, context) {
      const dimension = form.dimension ?? passages[0]?.vector.length;
      made ??= ask(
        '',
        { createCollection: { name: collection, options: { vector: { dimension, metric } } } },
        context,
      );
      await made.catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      await remove(
        passages.map(({ id }) => id),
        context,
      );
      const documents = passages.map(({ id, vector, pageContent, metadata }) => ({
        ...metadata,
        _id: id,
        [contentKey]: pageContent,
        $vector: vector,
      }));
      await ask(path, { insertMany: { documents, options: { ordered: false } } }, context);
    },
    async search({ vector, count, wantsVectors }, context) {
      const find = {
        sort: { $vector: vector },
        options: { limit: count, includeSimilarity: true },
        ...(wantsVectors && { projection: { '*': 1 } }),
      };
      const { data } = await ask(path, { find }, context);
      return (data?.documents ?? []).map(
        ({ _id: id, $similarity: similarity, $vector: own, [contentKey]: text, ...metadata }) => ({
          id: String(id),
          pageContent: textOf(text),
          metadata,
          // Its similarity is between 0 and 1 where a cosine is between -1 and 1.
          score: metric === 'euclidean' ? Number(similarity ?? 0) : Number(similarity ?? 0) * 2 - 1,
          ...(Array.isArray(own) && { vector: own.map(Number) }),
        }),
      );
    },
    remove,
  };
}
