import { type ErasureKind, erasureKinds } from '@tendril/contract/api/erasures';
import type { Database, DatabaseTransaction, Schema } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { PersonRecords } from './find-person.ts';

export type ErasureCounts = Record<ErasureKind, number>;

const idsAtOnce = 500;

/** Nothing of any kind. */
export function noCounts(): ErasureCounts {
  return Object.fromEntries(erasureKinds.map((kind) => [kind, 0])) as ErasureCounts;
}

/** How much of each kind is stored of a person. */
export async function countRecords(
  db: Database | DatabaseTransaction,
  scope: Scope,
  { conversations, chats, runIds, leadIds, callIds, contactIds, listedNumbers }: PersonRecords,
): Promise<ErasureCounts> {
  const counts = noCounts();
  counts.runs = runIds.length;
  counts.leads = leadIds.length;
  counts.calls = callIds.length;
  counts.contacts = contactIds.length;
  counts.notes = listedNumbers.length;
  const count = counter(db, scope);
  for (const { flowId, chatId, sessionId, chatType } of conversations) {
    const row = await db
      .selectFrom('conversation')
      .select('messages')
      .where('workspaceId', '=', scope.workspaceId)
      .where('flowId', '=', flowId)
      .where('chatId', '=', chatId)
      .where('sessionId', '=', sessionId)
      .where('chatType', '=', chatType)
      .executeTakeFirst();
    counts.messages += Number(row?.messages ?? 0);
  }
  for (const { flowId, chatId } of chats) {
    counts.feedback += await count('feedback', 'chatId', [chatId], { column: 'flowId', value: flowId });
    counts.passages += await count('upserted_chunk', 'chatId', [chatId], { column: 'flowId', value: flowId });
    counts.files += await count('file', 'ownerId', [`${flowId}/${chatId}`], {
      ...{ column: 'ownerKind', value: 'chat' },
    });
  }
  counts.events = await count('event', 'runId', [...runIds, ...callIds]);
  counts.files += await count('file', 'ownerId', [...runIds, ...callIds], {
    ...{ column: 'ownerKind', value: 'run' },
  });
  counts.starts = await count('flow_firing', 'runId', runIds);
  counts.recordings = await count('call', 'id', callIds, { column: 'hasRecording', value: 1 });
  return counts;
}

function counter(db: Database | DatabaseTransaction, { workspaceId }: Scope) {
  return async (
    table: keyof Schema,
    column: string,
    ids: readonly string[],
    also?: { column: string; value: string | number },
  ): Promise<number> => {
    let total = 0;
    for (let start = 0; start < ids.length; start += idsAtOnce) {
      const some = db
        .selectFrom(table as 'feedback')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('workspaceId', '=', workspaceId)
        .where(column as 'id', 'in', ids.slice(start, start + idsAtOnce));
      const asked = also ? some.where(also.column as 'id', '=', also.value as string) : some;
      total += Number((await asked.executeTakeFirst())?.count ?? 0);
    }
    return total;
  };
}
