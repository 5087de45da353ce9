import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

type Db = Database | DatabaseTransaction;
type Order = 'ASC' | 'DESC';

/** Where a page is read: from a message on, past a few. */
interface DeepPage {
  /** With an ascending order from this message on; with a descending one, those before it. */
  seq: number;
  offset: number;
}

/** How far from the first message of an order a place is, and how many messages are before it. */
interface Place {
  distance: number;
  count: number;
}

const mostGuesses = 5;
const mostOpen = 2000;
const chatsAtOnce = 500;

/**
 * A deep page of a whole flow: its place is found by counting conversations, which are far fewer than the messages before
 * it. Messages are spread about evenly, so that a guess or two come near.
 */
export async function findDeepPage(
  db: Db,
  scope: Scope,
  flowId: string,
  { order, offset }: { order: Order; offset: number },
  mostPassed: number,
): Promise<DeepPage | undefined> {
  const [first, last] = await Promise.all([
    endOf(db, scope, flowId, 'asc'),
    endOf(db, scope, flowId, 'desc'),
  ]);
  if (first === undefined || last === undefined) return undefined;
  const seqAt = (distance: number) => (order === 'ASC' ? first + distance : last + 1 - distance);
  let near: Place = { distance: 0, count: 0 };
  let beyond: Place | undefined;
  for (let guess = 0; guess < mostGuesses && offset - near.count > mostPassed; guess += 1) {
    const distance = Math.min(between(near, beyond, offset - mostPassed / 2), last + 1 - first);
    if (distance <= near.distance || distance === beyond?.distance) break;
    const count = await countBefore(db, scope, flowId, order, seqAt(distance));
    if (count === undefined) break;
    if (count <= offset) near = { distance, count };
    else beyond = { distance, count };
  }
  return { seq: seqAt(near.distance), offset: offset - near.count };
}

/** How far from the first message about `count` others are before one, if they are spread evenly. */
function between(near: Place, beyond: Place | undefined, count: number): number {
  // Other flows have messages in between, or none: there is never more than one at a place.
  const density = beyond
    ? (beyond.count - near.count) / (beyond.distance - near.distance)
    : near.count / near.distance || 1;
  return near.distance + Math.round((count - near.count) / density);
}

async function endOf(
  db: Db,
  { workspaceId }: Scope,
  flowId: string,
  direction: 'asc' | 'desc',
): Promise<number | undefined> {
  const row = await db
    .selectFrom('chat_message')
    .select('seq')
    .where('workspaceId', '=', workspaceId)
    .where('flowId', '=', flowId)
    .orderBy('seq', direction)
    .limit(1)
    .executeTakeFirst();
  return row && Number(row.seq);
}

/**
 * How many messages of a flow are older than one, or as new: those of conversations that had ended before, without or
 * with those of each that went on. Undefined where so many went on that counting them takes longer than passing messages.
 */
async function countBefore(
  db: Db,
  { workspaceId }: Scope,
  flowId: string,
  order: Order,
  seq: number,
): Promise<number | undefined> {
  const conversations = db
    .selectFrom('conversation')
    .where('workspaceId', '=', workspaceId)
    .where('flowId', '=', flowId);
  const [sum, open] = await Promise.all([
    // From the index alone.
    conversations
      .select((of) => of.fn.sum<number | string | null>('messages').as('messages'))
      .where('lastSeq', order === 'ASC' ? '<' : '>=', seq)
      .executeTakeFirst(),
    conversations
      .select(['chatId', 'sessionId', 'chatType'])
      .where('lastSeq', '>=', seq)
      .where('firstSeq', '<', seq)
      .limit(mostOpen + 1)
      .execute(),
  ]);
  if (open.length > mostOpen) return undefined;
  const keyOf = (row: { chatId: string; sessionId: string; chatType: string }) =>
    JSON.stringify([row.chatId, row.sessionId, row.chatType]);
  const keys = new Set(open.map(keyOf));
  const chats = [...new Set(open.map(({ chatId }) => chatId))];
  let older = 0;
  for (let start = 0; start < chats.length; start += chatsAtOnce) {
    const counts = await db
      .selectFrom('chat_message')
      .select((of) => ['chatId', 'sessionId', 'chatType', of.fn.countAll<number | string>().as('count')])
      .where('workspaceId', '=', workspaceId)
      .where('flowId', '=', flowId)
      .where('chatId', 'in', chats.slice(start, start + chatsAtOnce))
      .where('seq', '<', seq)
      .groupBy(['chatId', 'sessionId', 'chatType'])
      .execute();
    for (const row of counts) if (keys.has(keyOf(row))) older += Number(row.count);
  }
  return Number(sum?.messages ?? 0) + (order === 'ASC' ? older : -older);
}
