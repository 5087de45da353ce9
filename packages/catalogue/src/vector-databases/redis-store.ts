import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { FoundPassage, OutsideStore } from '@tendril/contract/provider/outside-store';
import type { RedisPlace } from '../databases/redis-place.ts';
import { toVectorBytes } from '../databases/vector-bytes.ts';
import { type RedisSession, withRedis } from '../databases/with-redis.ts';
import { textOf } from '../retrieval/text-of.ts';
import { readJson } from '../text/read-json.ts';
import { asRecord } from '../tools/as-record.ts';

interface RedisForm {
  place: RedisPlace;
  index: string;
  contentKey: string;
  metadataKey: string;
  vectorKey: string;
}

const scoreKey = 'vector_score';
const noSearch =
  'This Redis cannot search by vectors: it has to be Redis 8, Redis Stack, or Valkey with its search module.';

/** It stands in a query as it is. */
function fieldName(name: string): string {
  if (/^\w{1,64}$/.test(name)) return name;
  throw new AppError('FLOW_INVALID', `Redis: "${name}" is not a name of a field.`);
}

/** Other tools write a backslash before each hyphen, which is no JSON. */
function readMetadata(text: string): Record<string, unknown> {
  return { ...asRecord(readJson(text) ?? readJson(text.replaceAll('\\-', '-'))) };
}

const hasNoSearch = (error: unknown) =>
  error instanceof AppError && /unknown command/i.test(error.message)
    ? new AppError('PROVIDER_REFUSED', noSearch)
    : error;

/** The fields of the hashes, and how their keys begin. */
interface Layout {
  content: string;
  metadata: string;
  vector: string;
  prefix: string;
}

async function ensureIndex(
  { ask }: RedisSession,
  index: string,
  { vector, prefix }: Layout,
  dimensions: number,
): Promise<void> {
  const shape = ['TYPE', 'FLOAT32', 'DIM', dimensions, 'DISTANCE_METRIC', 'COSINE'];
  const schema = [vector, 'VECTOR', 'HNSW', shape.length, ...shape];
  const head = ['ON', 'HASH', 'PREFIX', 1, prefix, 'SCHEMA'];
  await ask('FT.CREATE', index, ...head, ...schema).catch((error: Error) => {
    if (!/already exists/i.test(error.message)) throw error;
  });
}

async function dropIndex({ ask }: RedisSession, index: string): Promise<void> {
  await ask('FT.DROPINDEX', index, 'DD').catch((error: Error) => {
    const isMissing = /unknown( index)?|no such index|not found/i.test(error.message);
    if (!isMissing || /command/i.test(error.message)) throw error;
  });
}

function toPassage(key: unknown, fields: unknown, layout: Layout): FoundPassage {
  const list = fields as unknown[];
  const value = (name: string) => textOf(list[list.indexOf(name) + 1]);
  return {
    id: String(key).slice(layout.prefix.length),
    pageContent: value(layout.content),
    metadata: readMetadata(value(layout.metadata)),
    score: 1 - Number(value(scoreKey)),
  };
}

/** An index of Redis over hashes, in the form that other tools keep too; made at the first insert. */
export function redisStore(form: RedisForm): OutsideStore & { clear(context: RunContext): Promise<void> } {
  const { place, index } = form;
  const layout: Layout = {
    content: fieldName(form.contentKey),
    metadata: fieldName(form.metadataKey),
    vector: fieldName(form.vectorKey),
    prefix: `doc:${index}:`,
  };
  const keyOf = (id: string) => layout.prefix + id;
  const use = <T>(context: RunContext, work: (session: RedisSession) => Promise<T>) =>
    withRedis(place, context, work).catch((error: unknown) => {
      throw hasNoSearch(error);
    });

  return {
    name: 'Redis',
    insert: (passages, context) =>
      use(context, async (session) => {
        await ensureIndex(session, index, layout, passages[0]?.vector.length ?? 0);
        await session.together(
          passages.map(({ id, pageContent, metadata, vector }) => [
            'HSET',
            keyOf(id),
            layout.content,
            pageContent,
            layout.metadata,
            JSON.stringify(metadata),
            layout.vector,
            toVectorBytes(vector),
          ]),
        );
      }),
    search: ({ vector, count }, context) =>
      use(context, async ({ ask }) => {
        const nearest = `*=>[KNN ${count} @${layout.vector} $vector AS ${scoreKey}]`;
        const given = ['PARAMS', 2, 'vector', toVectorBytes(vector)];
        const wanted = ['RETURN', 3, layout.content, layout.metadata, scoreKey];
        const answer = await ask(
          'FT.SEARCH',
          index,
          nearest,
          ...given,
          ...wanted,
          'LIMIT',
          0,
          count,
          'DIALECT',
          2,
        );
        const [, ...rows] = answer as unknown[];
        const found = rows.flatMap((key, at) => (at % 2 === 0 ? toPassage(key, rows[at + 1], layout) : []));
        return found.toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0));
      }),
    remove: (ids, context) =>
      use(context, async ({ ask }) => {
        await ask('DEL', ...ids.map(keyOf));
      }),
    clear: (context) => use(context, (session) => dropIndex(session, index)),
    count: (context) =>
      use(context, async ({ ask }) => {
        const info = await ask('FT.INFO', index).catch((error: Error) => {
          if (/command/i.test(error.message)) throw error;
          return [];
        });
        const fields = info as unknown[];
        return Number(fields[fields.indexOf('num_docs') + 1] ?? 0) || 0;
      }),
  };
}
