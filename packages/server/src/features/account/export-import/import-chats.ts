import { randomUUID } from 'node:crypto';
import { insertMany } from '../../../platform/db/insert-many.ts';
import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Bundle, BundleMessage } from './bundle.ts';
import { isAdded } from './import-rows.ts';
import type { ImportPlan } from './plan-import.ts';
import { presentRowStore } from './present-rows.store.ts';

/** The chats that come along with a flow of the same import. */
export interface PlannedChats {
  flowId: string;
  flowName: string;
  file: string;
  messages: BundleMessage[];
}

/**
 * Chats by the flow that they belong to: only those of flows that the import adds, since a flow that exists here has its
 * own. The others are returned as left out.
 */
export function planChats({ messages }: Bundle, { flows }: ImportPlan) {
  const added = new Map(flows.filter(isAdded).flatMap((flow) => (flow.oldId ? [[flow.oldId, flow]] : [])));
  const chats = new Map<string, PlannedChats>();
  let left = 0;
  for (const message of messages) {
    const flow = added.get(message.flowId);
    if (!flow) {
      left += 1;
      continue;
    }
    const known = chats.get(flow.id);
    if (known) known.messages.push(message);
    else
      chats.set(flow.id, {
        flowId: flow.id,
        flowName: flow.name,
        file: message.file,
        messages: [message],
      });
  }
  return { chats: [...chats.values()], left };
}

/** Writes chats with their ratings; ids that are taken anywhere become others. */
export async function writeChats(
  trx: DatabaseTransaction,
  { workspaceId }: Scope,
  { feedback }: Bundle,
  chats: readonly PlannedChats[],
): Promise<void> {
  const all = chats.flatMap(({ flowId, messages }) => messages.map((message) => ({ flowId, message })));
  if (all.length === 0) return;
  const wanted = all.flatMap(({ message }) => message.id ?? []);
  const taken = await presentRowStore(trx).takenMessages(wanted);
  const places = new Map<string, { id: string; flowId: string; chatId: string }>();
  const now = Date.now();
  // Their place in the file decides where times are the same or missing.
  const rows = all
    .map((one, index) => ({ ...one, index, at: one.message.createdAt ?? now }))
    .toSorted((one, other) => one.at - other.at || one.index - other.index)
    .map(({ flowId, message, at }) => {
      const isFree = message.id !== undefined && !taken.has(message.id) && !places.has(message.id);
      const id = isFree && message.id !== undefined ? message.id : randomUUID();
      if (message.id !== undefined && !places.has(message.id))
        places.set(message.id, { id, flowId, chatId: message.chatId });
      return messageRow(workspaceId, flowId, id, message, at);
    });
  await insertMany(trx, 'chat_message', rows);
  const ratings = feedback.flatMap(({ messageId, rating, content, createdAt }) => {
    const place = places.get(messageId);
    if (!place) return [];
    const { id, flowId, chatId } = place;
    const row = { id: randomUUID(), workspaceId, flowId, chatId, messageId: id };
    return [{ ...row, rating, content: content || null, createdAt: createdAt ?? now }];
  });
  await insertMany(trx, 'feedback', ratings);
}

function messageRow(
  workspaceId: string,
  flowId: string,
  id: string,
  { role, content, chatType, chatId, sessionId, memoryType, leadEmail, details }: BundleMessage,
  createdAt: number,
) {
  return {
    id,
    workspaceId,
    flowId,
    runId: null,
    role,
    content,
    ...details,
    chatType,
    chatId,
    sessionId,
    memoryType,
    leadEmail,
    status: 'done' as const,
    createdAt,
  };
}
