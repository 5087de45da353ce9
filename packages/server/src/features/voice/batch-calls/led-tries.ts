import { endpoint } from '@tendril/contract/api/endpoint';
import { idParams } from '@tendril/contract/api/id';
import * as z from 'zod';
import type { BatchCallTable, BatchContactTable } from '../../../platform/db/batch-call-tables.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { batchCallStore } from './batch-calls.store.ts';
import type { RoundParts } from './batch-round.ts';
import { batchTryStore } from './batch-tries.store.ts';
import { makeTry, type TryEnd, tryEnds } from './make-try.ts';
import { takeBackTry } from './recover-tries.ts';

const made = z.object({ end: z.enum(tryEnds).optional(), isFull: z.boolean().optional() });

export const makeLedTry = endpoint({
  method: 'POST',
  path: '/internal/batch-calls/tries/:id',
  auth: 'internal',
  tag: 'Internal',
  summary: 'Places the call of a try of a batch from this process; answers nothing where it cannot.',
  params: idParams,
  body: z.strictObject({
    workspaceId: z.string().max(128),
    /** Whose the try is while it is led; an older version does not say. */
    leader: z.string().max(128).optional(),
  }),
  response: made,
});

/** A process that takes longer does not answer any more. */
const leadMs = 30_000;

export type LedTries = ReturnType<typeof ledTries>;

/** Calls of a batch are placed by a process that carries calls: whichever does the round leads each one there. */
export function ledTries(parts: RoundParts) {
  const { callProcesses, calls, db, load, outbound, peers, processes } = parts;
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
      const path = makeLedTry.path.replace(':id', encodeURIComponent(callId));
      const body = { workspaceId: batch.workspaceId, leader: processes.id };
      const order = await callProcesses.inOrder();
      const carriesHere = order.some(({ isHere }) => isHere);
      let isAnswered = false;
      let isFull = false;
      for (const { id, isHere, isSubstitute } of order) {
        if (isSubstitute && isFull) break;
        if (isHere) {
          if (!(await canPlace(batch))) continue;
          if (!load.isFullOfCalls) return make(batch, contact);
          isFull = true;
          continue;
        }
        callProcesses.noteGiven(id);
        const signal = AbortSignal.timeout(leadMs);
        const answer = await peers.ask(id, { method: 'POST', path, body, signal }).catch(() => undefined);
        const { end, ...led } = made.safeParse(answer).data ?? {};
        if (end) return end;
        isFull ||= led.isFull === true;
        isAnswered ||= answer !== undefined;
        // Where its answer was lost, the try may be its own by now: then its end comes with that of its call.
        if (!(await store.takeOver(callId, processes.id, processes.id))) return 'placed';
      }
      // Those that carry calls are full, or are being restarted: it is tried again a little later.
      if (isFull || (!isAnswered && !carriesHere)) {
        await takeBackTry(parts, contact);
        return 'no-room';
      }
      // Nobody has the lines of the number: the refusal says why.
      return make(batch, contact);
    },

    /** Makes a try that another process leads here, unless it is nobody's any more, or somebody else has it by now. */
    async take(
      { workspaceId, leader }: Scope & { leader?: string | undefined },
      callId: string,
    ): Promise<{ end?: TryEnd; isFull?: boolean }> {
      const contact = await store.findByCall(callId);
      if (!contact || contact.workspaceId !== workspaceId) return {};
      if (leader !== undefined && contact.ownerId !== leader) return {};
      const batch = await batchCallStore(db).find(contact, contact.batchId);
      if (!batch || contact.ownerId === null || !(await canPlace(batch))) return {};
      if (load.isFullOfCalls) return { isFull: true };
      const leave = calls.places.expect(callId);
      try {
        if (!(await store.takeOver(callId, contact.ownerId, processes.id))) return {};
        return { end: await make(batch, { ...contact, ownerId: processes.id }) };
      } finally {
        leave();
      }
    },
  };
}
