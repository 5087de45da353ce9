import type { Passage } from '@tendril/contract/provider/passage-store';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { UpsertedChunkTable } from '../../../platform/db/upsert-tables.ts';

/** A store of a flow, and the chat whose passages are meant; an empty chat id means those of all chats. */
export interface PassagePlace extends Scope {
  readonly flowId: string;
  readonly nodeId: string;
  readonly chatId: string;
}

type NewChunk = Omit<UpsertedChunkTable, 'seq'>;

const rowsAtOnce = 200;

/** Passages that upserts have put into built-in vector stores. */
export function passageStore(db: Database | DatabaseTransaction) {
  const ofFlow = ({ workspaceId, flowId }: Omit<PassagePlace, 'nodeId' | 'chatId'>) =>
    db.selectFrom('upserted_chunk').where('workspaceId', '=', workspaceId).where('flowId', '=', flowId);

  return {
    async hasAny(place: Omit<PassagePlace, 'nodeId' | 'chatId'>): Promise<boolean> {
      return (await ofFlow(place).select('seq').limit(1).executeTakeFirst()) !== undefined;
    },

    /** Number and newest of the passages of each chat that a run searches. */
    marks: (place: PassagePlace) =>
      ofFlow(place)
        .select('chatId')
        .select((row) => [row.fn.countAll<number>().as('count'), row.fn.max('seq').as('newest')])
        .where('nodeId', '=', place.nodeId)
        .where('chatId', 'in', ['', place.chatId])
        .groupBy('chatId')
        .orderBy('chatId')
        .execute(),

    async list(place: PassagePlace): Promise<Passage[]> {
      const rows = await ofFlow(place)
        .select(['pageContent', 'metadata', 'embedding', 'vector'])
        .where('nodeId', '=', place.nodeId)
        .where('chatId', 'in', ['', place.chatId])
        .orderBy('seq')
        .execute();
      return rows.map(({ pageContent, metadata, embedding, vector }) => ({
        pageContent,
        metadata: JSON.parse(metadata) as Record<string, unknown>,
        embedding,
        vector: readVector(vector),
      }));
    },

    /** Bytes by chat, least recently filled first. */
    sizes: (place: Omit<PassagePlace, 'nodeId' | 'chatId'>) =>
      ofFlow(place)
        .select('chatId')
        .select((row) => [row.fn.sum<number>('size').as('size'), row.fn.max('seq').as('newest')])
        .groupBy('chatId')
        .orderBy('newest')
        .execute(),

    /** Inserts what is not stored yet; returns how many that were. */
    async insert(rows: readonly NewChunk[]): Promise<number> {
      let count = 0;
      for (let start = 0; start < rows.length; start += rowsAtOnce) {
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('upserted_chunk')
          .values(rows.slice(start, start + rowsAtOnce))
          .onConflict((conflict) => conflict.columns(['flowId', 'nodeId', 'chatId', 'hash']).doNothing())
          .executeTakeFirst();
        count += Number(numInsertedOrUpdatedRows ?? 0);
      }
      return count;
    },

    async removeChat(place: Omit<PassagePlace, 'nodeId'>): Promise<void> {
      await db
        .deleteFrom('upserted_chunk')
        .where('workspaceId', '=', place.workspaceId)
        .where('flowId', '=', place.flowId)
        .where('chatId', '=', place.chatId)
        .execute();
    },
  };
}

/** A vector as text. */
export function writeVector(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

function readVector(text: string): Float32Array {
  const bytes = new Uint8Array(Buffer.from(text, 'base64'));
  return new Float32Array(bytes.buffer, 0, Math.floor(bytes.byteLength / Float32Array.BYTES_PER_ELEMENT));
}
