import { createHash } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { Passage, PassageStore } from '@tendril/contract/provider/passage-store';
import type { ControlBus } from '../../../platform/bus/control-bus.ts';
import { bumpRevision } from '../../../platform/bus/revisions.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { type PassagePlace, passageStore, writeVector } from './passages.store.ts';

const megabyte = 1024 * 1024;
/** Limits: what all chats may find; and the uploads of single chats in total. */
const flowBytes = 50 * megabyte;
const chatBytes = 10 * megabyte;
// A flow without passages stays that way for most of its questions.
const emptyMs = 5000;

type FlowPlace = Scope & { readonly flowId: string };

/**
 * Passages that upserts have added to a flow's in-memory stores: they outlive the process, and are found by their chat.
 */
export function createPassages(db: Database, bus: Pick<ControlBus, 'publish'>) {
  const store = passageStore(db);
  const seenEmpty = new Map<string, number>();

  async function isEmpty(place: FlowPlace): Promise<boolean> {
    const at = seenEmpty.get(place.flowId);
    if (at !== undefined && Date.now() - at < emptyMs) return true;
    if (await store.hasAny(place)) {
      seenEmpty.delete(place.flowId);
      return false;
    }
    if (seenEmpty.size > 10_000) seenEmpty.clear();
    seenEmpty.set(place.flowId, Date.now());
    return true;
  }

  return {
    /** After passages were added; of every flow without one. */
    forget(flowId?: string): void {
      if (flowId === undefined) seenEmpty.clear();
      else seenEmpty.delete(flowId);
    },

    /** What one run may find. */
    of(flow: FlowPlace, chatId: string): PassageStore {
      const placeOf = (nodeId: string) => ({ ...pick(flow), nodeId, chatId });
      return {
        async revision(nodeId) {
          if (await isEmpty(flow)) return '';
          const marks = await store.marks(placeOf(nodeId));
          return marks.map((mark) => `${mark.chatId}:${mark.count}:${mark.newest}`).join(' ');
        },
        list: (nodeId) => store.list(placeOf(nodeId)),
      };
    },

    /** The same for a run that adds to `chatId`; an empty one means every chat. */
    filling(flow: FlowPlace, chatId: string): PassageStore {
      return {
        ...this.of(flow, chatId),
        async keep(nodeId, passages) {
          const place = { ...pick(flow), nodeId, chatId };
          const count = await db.transaction().execute((trx) => keep(trx, place, passages));
          const { workspaceId, flowId } = flow;
          seenEmpty.delete(flowId);
          bus.publish({ kind: 'revised', scope: workspaceId, what: 'passages', id: flowId });
          return count;
        },
      };
    },
  };
}

export type Passages = ReturnType<typeof createPassages>;

/** Deletes what was uploaded in deleted chats. */
export async function forgetPassagesOfChats(
  trx: DatabaseTransaction,
  scope: Scope,
  flowId: string,
  chatIds: readonly string[],
): Promise<void> {
  const { workspaceId } = scope;
  for (const chatId of chatIds)
    if (chatId !== '') await passageStore(trx).removeChat({ workspaceId, flowId, chatId });
}

function pick({ workspaceId, flowId }: FlowPlace): FlowPlace {
  return { workspaceId, flowId };
}

async function keep(
  trx: DatabaseTransaction,
  place: PassagePlace,
  passages: readonly Passage[],
): Promise<number> {
  const store = passageStore(trx);
  const rows = passages.map((passage) => toRow(place, passage));
  await evictOldest(
    store,
    place,
    rows.reduce((sum, { size }) => sum + size, 0),
  );
  await bumpRevision(trx, { workspaceId: place.workspaceId, what: 'passages', id: place.flowId });
  return store.insert(rows);
}

function toRow(place: PassagePlace, { pageContent, metadata, embedding, vector }: Passage) {
  // A PostgreSQL text column accepts no NUL.
  const text = pageContent.replaceAll('\0', '');
  const [kept, numbers] = [JSON.stringify(metadata), writeVector(vector)];
  return {
    ...place,
    hash: createHash('sha256').update(text).update('\n').update(kept).digest('base64url'),
    size: text.length * 2 + kept.length + numbers.length,
    createdAt: Date.now(),
    embedding,
    metadata: kept,
    pageContent: text,
    vector: numbers,
  };
}

/** Throws TOO_LARGE when the store is full; uploads of other chats are evicted, the oldest first. */
async function evictOldest(
  store: ReturnType<typeof passageStore>,
  place: PassagePlace,
  size: number,
): Promise<void> {
  const taken = (await store.sizes(place)).map((row) => ({ chatId: row.chatId, size: Number(row.size) }));
  const own = taken.find(({ chatId }) => chatId === place.chatId)?.size ?? 0;
  const most = place.chatId === '' ? flowBytes : chatBytes;
  if (own + size > most) {
    const where = place.chatId === '' ? 'this flow keeps' : 'a chat keeps';
    throw new AppError('TOO_LARGE', `Of uploaded texts ${where} at most ${most / megabyte} MB.`);
  }
  if (place.chatId === '') return;
  const others = taken.filter(({ chatId }) => chatId !== '' && chatId !== place.chatId);
  let left = flowBytes - own - size - others.reduce((sum, other) => sum + other.size, 0);
  for (const other of others) {
    if (left >= 0) return;
    await store.removeChat({ ...place, chatId: other.chatId });
    left += other.size;
  }
}
