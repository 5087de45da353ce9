import type { DisconnectionReason, PhoneLineState } from '@tendril/contract/call-event';
import { callLimits } from '@tendril/contract/voice/speech-ranges';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import type { VoiceAgents } from '../voice-agents/public.ts';
import { arrivingCalls } from './arriving-calls.ts';
import { toCall } from './call-answer.ts';
import type { CallHappening, CallHooks } from './call-hooks.ts';
import type { CallRegister, RegisterRequest } from './call-register.ts';
import { callStore } from './calls.store.ts';
import type { Recordings } from './recordings.ts';

interface PhoneCallParts extends Pick<Infrastructure, 'db' | 'writes'> {
  agents: Pick<VoiceAgents, 'snapshot'>;
  register: CallRegister;
  recordings: Pick<Recordings, 'addressOf'>;
  ended: CallHooks;
  /** Of this process. */
  ownerId: string;
}

/** No call rings longer before it is answered. */
const longestRingMs = 10 * 60_000;

/** Registers a telephone call; `channel` and `kind` follow from that. */
type PhoneCallRequest = Omit<RegisterRequest, 'channel' | 'kind' | 'history'> & { carrier: string };

/** What is known of a telephone line. */
interface LineNote {
  state: PhoneLineState;
  carrierCallId: string;
}

/** Telephone calls from their registration to the beginning of the conversation, or to their end without one. */
export function phoneCalls({ db, writes, agents, register, recordings, ended, ownerId }: PhoneCallParts) {
  /** Ringing in this process, and how to give each of them up. */
  const ringing = new Map<string, { workspaceId: string; giveUp(): void; over: Promise<void> }>();

  return {
    /** Throws NOT_FOUND, and CREDENTIAL_MISSING for what would keep the agent from answering. */
    async registerPhone(scope: Scope, asked: PhoneCallRequest): Promise<CallTable> {
      const { row } = await register.add(scope, { ...asked, channel: 'audio', kind: 'phone' });
      return row;
    },

    ...arrivingCalls({ writes, register, recordings, ownerId }),

    /** Stores where the line of a call stands that has not ended. */
    async noteLine(row: CallTable, { state, carrierCallId }: LineNote): Promise<void> {
      row.carrierCallId = carrierCallId;
      row.lineState = state;
      await writes.write(
        (trx) =>
          callStore(trx).change(row, row.id, ['registered', 'ongoing'], { carrierCallId, lineState: state }),
        row.id,
      );
    },

    /** The process that has the line of a carrier's call; undefined when no call of this workspace is known by its id. */
    async ownerOf(scope: Scope, carrierCallId: string): Promise<string | undefined> {
      if (carrierCallId === '') return undefined;
      const since = Date.now() - callLimits.maxCallDurationMs - longestRingMs;
      return (await callStore(db).findByCarrierCall(scope, carrierCallId, since))?.ownerId ?? undefined;
    },

    /** Ends a call that nobody has answered. Its receivers hear of the end alone. */
    async endUnanswered(row: CallTable, reason: DisconnectionReason): Promise<void> {
      const { snapshot } = await agents.snapshot(row, row.agentId, row.versionId ?? 'draft');
      const changes = {
        status: 'not_connected',
        disconnectionReason: reason,
        endedAt: Date.now(),
        tokenHash: null,
        given: null,
        lineState: 'ended',
      } satisfies Partial<CallTable>;
      const happening: CallHappening = {
        workspaceId: row.workspaceId,
        call: toCall({ ...row, ...changes }, recordings.addressOf),
        settings: snapshot.settings,
        isPrivate: row.isPrivate === 1,
        transcript: [],
      };
      const isOurs = await writes.write(async (trx) => {
        if (!(await callStore(trx).change(row, row.id, ['registered'], changes))) return false;
        await ended.write(trx, happening);
        return true;
      }, row.id);
      if (isOurs) ended.notify(happening);
    },

    /** Lets a call that rings be given up; `over` settles when its end is stored. */
    addRinging({ id, workspaceId }: CallTable, giveUp: () => void, over: Promise<void>): void {
      ringing.set(id, { workspaceId, giveUp, over });
      const remove = () => void ringing.delete(id);
      over.then(remove, remove);
    },

    /** Gives up a call that rings here; returns whether it did, once its end is stored. */
    async giveUpRinging({ workspaceId }: Scope, id: string): Promise<boolean> {
      const found = ringing.get(id);
      if (found?.workspaceId !== workspaceId) return false;
      found.giveUp();
      await found.over.catch(() => undefined);
      return true;
    },

    /** Gives up all of them, because the server stops. */
    async giveUpAll(): Promise<void> {
      const all = [...ringing.values()];
      for (const { giveUp } of all) giveUp();
      await Promise.allSettled(all.map(({ over }) => over));
    },
  };
}

export type PhoneCalls = ReturnType<typeof phoneCalls>;
