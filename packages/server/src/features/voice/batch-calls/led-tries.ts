import { endpoint } from '@tendril/contract/api/endpoint';
import { idParams } from '@tendril/contract/api/id';
import * as z from 'zod';
import type { BatchCallTable, BatchContactTable } from '../../../platform/db/batch-call-tables.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { carryingProcesses } from '../../../platform/processes/carrying-processes.ts';
import { batchCallStore } from './batch-calls.store.ts';
import type { RoundParts } from './batch-round.ts';
import { batchTryStore } from './batch-tries.store.ts';
import { makeTry, type TryEnd, tryEnds } from './make-try.ts';
import { takeBackTry } from './recover-tries.ts';

const made = z.object({ end: z.enum(tryEnds).optional() });

export const makeLedTry = endpoint({
  method: 'POST',
  path: '/internal/batch-calls/tries/:id',
  auth: 'internal',
  tag: 'Internal',
  summary: 'Places the call of a try of a batch from this process; answers nothing where it cannot.',
  params: idParams,
  body: z.strictObject({ workspaceId: z.string().max(128) }),
  response: made,
});

export type LedTries = ReturnType<typeof ledTries>;

/** Calls of a batch are placed by a process that carries calls: whichever does the round leads each one there. */
export function ledTries(parts: RoundParts) {
  const { config, db, outbound, peers, processes } = parts;
  const store = batchTryStore(db);
  const making = new Set<string>();

  async function make(batch: BatchCallTable, contact: BatchContactTable): Promise<TryEnd> {
    const id = contact.callId ?? '';
    making.add(id);
    try {
      return await makeTry(parts, batch, contact);
    } finally {
      making.delete(id);
    }
  }

  // What is wrong with the number itself is said by the try.
  const canPlace = (batch: BatchCallTable) =>
    outbound.canPlaceHere(batch, batch.fromNumber).catch(() => true);

  return {
    /** Whether this process is placing the call. */
    isMaking: (callId: string): boolean => making.has(callId),

    /** Makes a try that this process has begun, here or where calls are carried. */
    async lead(batch: BatchCallTable, contact: BatchContactTable): Promise<TryEnd> {
      const callId = contact.callId ?? '';
      if (config.roles.includes('web') && (await canPlace(batch))) return make(batch, contact);
      const path = makeLedTry.path.replace(':id', encodeURIComponent(callId));
      const body = { workspaceId: batch.workspaceId };
      let isAnswered = false;
      for (const id of await carryingProcesses(db, processes.id)) {
        const answer = await peers.ask(id, { method: 'POST', path, body }).catch(() => undefined);
        const { end } = made.safeParse(answer).data ?? {};
        if (end) return end;
        isAnswered ||= answer !== undefined;
        // Where its answer was lost, the try may be its own by now: then its end comes with that of its call.
        if (!(await store.takeOver(callId, processes.id, processes.id))) return 'placed';
      }
      // Those that carry calls are being restarted: it is tried again once they are up.
      if (!isAnswered && !config.roles.includes('web')) {
        await takeBackTry(parts, contact);
        return 'no-room';
      }
      // Nobody has the lines of the number: the refusal says why.
      return make(batch, contact);
    },

    /** Makes a try that another process leads here, unless it is nobody's any more. */
    async take({ workspaceId }: Scope, callId: string): Promise<{ end?: TryEnd }> {
      const contact = await store.findByCall(callId);
      if (!contact || contact.workspaceId !== workspaceId) return {};
      const batch = await batchCallStore(db).find(contact, contact.batchId);
      if (!batch || contact.ownerId === null || !(await canPlace(batch))) return {};
      if (!(await store.takeOver(callId, contact.ownerId, processes.id))) return {};
      return { end: await make(batch, { ...contact, ownerId: processes.id }) };
    },
  };
}
