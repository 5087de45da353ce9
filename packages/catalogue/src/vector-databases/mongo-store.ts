import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import type { MongoAddress } from '../databases/mongo-address.ts';
import { withMongo } from '../databases/with-mongo.ts';
import { textOf } from '../retrieval/text-of.ts';
import { asRecord } from '../tools/as-record.ts';

interface MongoForm {
  address: MongoAddress;
  database: string;
  collection: string;
  /** Of the search index over the vectors. */
  index: string;
  textKey: string;
  embeddingKey: string;
  filter?: Record<string, unknown> | undefined;
}

interface Row {
  _id: string;
  [field: string]: unknown;
}

/** Places that the search looks at, for each that it gives. */
const candidatesPerPassage = 10;
const mostCandidates = 10_000;

/** Conditions as a search takes them: a value has to be the field's, one of a list may be. */
function conditionsOf(filter: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(filter).map(([name, value]) => {
    const isPlain = typeof value !== 'object' || value === null;
    if (name.startsWith('$') || (!isPlain && !Array.isArray(value))) return [name, value];
    return [name, isPlain ? { $eq: value } : { $in: value }];
  });
  return Object.fromEntries(entries);
}

/** A collection of MongoDB with a search index over its vectors; the metadata stands beside text and vector. */
export function mongoStore(form: MongoForm): OutsideStore {
  const { address, database, collection, index, textKey, embeddingKey, filter } = form;
  const place = { ...address, database };
  return {
    name: 'MongoDB',
    async insert(passages, context) {
      const operations = passages.map(({ id, vector, pageContent, metadata }) => {
        const { _id, ...kept } = metadata;
        const replacement = { ...kept, [textKey]: pageContent, [embeddingKey]: vector };
        return { replaceOne: { filter: { _id: id }, replacement, upsert: true } };
      });
      await withMongo(place, context, (db) => db.collection<Row>(collection).bulkWrite(operations));
    },
    search: ({ vector, count, wantsVectors }, context) =>
      withMongo(place, context, async (db) => {
        const search = {
          index,
          path: embeddingKey,
          queryVector: vector,
          limit: count,
          numCandidates: Math.min(count * candidatesPerPassage, mostCandidates),
          ...(filter && { filter: conditionsOf(filter) }),
        };
        const stages = [
          { $vectorSearch: search },
          { $project: { row: '$$ROOT', score: { $meta: 'vectorSearchScore' } } },
          ...(wantsVectors ? [] : [{ $project: { [`row.${embeddingKey}`]: 0 } }]),
        ];
        const found = await db.collection(collection).aggregate(stages).toArray();
        return found.map(({ row, score }) => {
          // Ids and dates of MongoDB as text.
          const { _id, ...fields } = asRecord(JSON.parse(JSON.stringify(row)));
          const { [textKey]: text, [embeddingKey]: embedding, ...metadata } = fields;
          return {
            id: String(_id),
            pageContent: textOf(text),
            metadata,
            score: Number(score),
            ...(Array.isArray(embedding) && { vector: embedding.map(Number) }),
          };
        });
      }),
    remove: (ids, context) =>
      withMongo(place, context, async (db) => {
        await db.collection<Row>(collection).deleteMany({ _id: { $in: [...ids] } });
      }),
    count: (context) => withMongo(place, context, (db) => db.collection(collection).countDocuments({})),
  };
}
