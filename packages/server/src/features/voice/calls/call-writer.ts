import type { CallTable } from '../../../platform/db/voice-tables.ts';
import type { WriteGroup } from '../../../platform/db/write-group.ts';
import type { EventLog, EventOwner } from '../../../platform/events/events.ts';
import type { CallHappening, CallHooks } from './call-hooks.ts';
import type { CallLog } from './call-log.ts';
import { callStore } from './calls.store.ts';

export type CallWriter = ReturnType<typeof callWriter>;

/** Writes a call: its beginning, its events once a second, and its end; each in one commit with its hooks. */
export function callWriter(writes: WriteGroup, events: EventLog, ownerId: string) {
  return {
    /** Returns false when the call is no longer waiting for its line. */
    async start(row: CallTable, log: CallLog, hooks: CallHooks, happening: CallHappening): Promise<boolean> {
      const prepared = await events.prepare(ownerOf(row), log.takePending());
      const { status, startedAt, isDemo, hasRecording } = row;
      return writes.write(async (trx) => {
        const changes = { status, startedAt, isDemo, hasRecording, tokenHash: null, given: null, ownerId };
        if (!(await callStore(trx).change(row, row.id, ['registered'], changes))) return false;
        await events.insert(trx, row, prepared);
        await hooks.write(trx, happening);
        return true;
      }, row.id);
    },

    /** What a crash must not lose: the events, the call's length and the current utterance. */
    async flush(row: CallTable, log: CallLog): Promise<void> {
      const taken = log.takePending();
      try {
        const prepared = await events.prepare(ownerOf(row), taken);
        await writes.write(async (trx) => {
          const soFar = {
            durationMs: log.offsetMs,
            ...(row.isPrivate === 0 && { transcript: JSON.stringify(log.transcriptSoFar) }),
          };
          // A deleted call accepts nothing more, nor does one that others have ended.
          if (!(await callStore(trx).isOwned(row.id, ownerId))) return;
          if (await callStore(trx).change(row, row.id, ['ongoing'], soFar))
            await events.insert(trx, row, prepared);
        }, row.id);
      } catch (error) {
        log.giveBack(taken);
        throw error;
      }
    },

    /** The rest of the events, and the final row. Returns false when the call was deleted meanwhile. */
    async end(
      row: CallTable,
      log: CallLog,
      changes: Partial<CallTable>,
      hooks: CallHooks,
      happening: CallHappening,
    ): Promise<boolean> {
      const taken = log.takePending();
      try {
        const prepared = await events.prepare(ownerOf(row), taken);
        return await writes.write(async (trx) => {
          // A call that never began has no owner.
          const isOurs =
            (await callStore(trx).isOwned(row.id, ownerId)) ||
            (await callStore(trx).change(row, row.id, ['registered'], { ownerId }));
          if (!isOurs) return false;
          if (!(await callStore(trx).change(row, row.id, ['registered', 'ongoing'], changes))) return false;
          await events.insert(trx, row, prepared);
          await hooks.write(trx, happening);
          return true;
        }, row.id);
      } catch (error) {
        log.giveBack(taken);
        throw error;
      }
    },
  };
}

/** The owner of a call's events in the shared log: the call is run and session. */
export function ownerOf({ id, workspaceId, agentVersion }: CallTable): EventOwner {
  return { id, workspaceId, sessionId: id, versionNumber: agentVersion };
}
