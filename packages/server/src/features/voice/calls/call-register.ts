import { callTokenMs } from '@tendril/contract/voice/call-socket';
import type { ReplayedTurn } from '@tendril/voice/responder';
import type { Holder } from '../../../platform/db/column.ts';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import type { TakenSnapshot, VoiceAgents, WantedVersion } from '../voice-agents/public.ts';
import { hashCallToken, mintCallToken } from './call-token.ts';
import { callStore } from './calls.store.ts';
import { checkHistory, transcriptOf } from './given-history.ts';
import { toGivenVariables } from './given-variables.ts';
import type { CallGiven } from './live-call.ts';
import type { Responders } from './open-responder.ts';
import { openSpeech, type SpeechProvider } from './open-speech.ts';
import { openGiven, sealGiven } from './sealed-given.ts';

export interface RegisterRequest {
  /** Of the call; generated when absent. */
  id?: string;
  agentId: string;
  version: WantedVersion;
  channel: CallTable['channel'];
  kind: CallTable['kind'];
  direction?: CallTable['direction'];
  fromNumber?: string;
  toNumber?: string;
  variables: Readonly<Record<string, string>>;
  metadata: Readonly<Record<string, unknown>>;
  /** Turns of an earlier call that this one begins with. */
  history?: readonly ReplayedTurn[];
  /** With what it was registered: the call ends with that. */
  holder?: Holder | undefined;
  /** Registered by a program, whose own pages open the line; otherwise only ours do. */
  isForOtherPages?: boolean;
  /** What carries it, if a telephone. */
  carrier?: string;
  /** Its id there, where the call has one already. */
  carrierCallId?: string;
}

interface RegisterParts extends Pick<Infrastructure, 'db' | 'writes'> {
  agents: Pick<VoiceAgents, 'snapshot'>;
  responders: Pick<Responders, 'check'>;
  speech: SpeechProvider;
  /** Of this process, which has the lines of the telephone calls that it registers. */
  ownerId: string;
}

/** A telephone may ring for five minutes before its call begins. */
const phoneHoldMs = 10 * 60_000;

/** Decides on a line that is being opened. */
type AdmitLine = (row: CallTable, isForOtherPages: boolean) => Promise<void>;

export type CallRegister = ReturnType<typeof callRegister>;

/** Registers calls before they have a line, and issues the tokens that open it. */
export function callRegister({ db, writes, agents, responders, speech, ownerId }: RegisterParts) {
  const store = callStore(db);
  /** Data given with calls that their rows do not hold, from the opening of their line to their beginning. */
  const held = new Map<string, CallGiven & { until: number }>();
  let lastAt = 0;

  function hold(id: string, given: CallGiven, holdMs: number = callTokenMs): void {
    const now = Date.now();
    for (const [other, { until }] of held) if (until < now) held.delete(other);
    const { variables, history } = given;
    held.set(id, { variables, history, until: now + holdMs });
  }

  // Lists go on after a call's time of creation, so no two calls have the same.
  function nextTime(): number {
    lastAt = Math.max(Date.now(), lastAt + 1);
    return lastAt;
  }

  return {
    /**
     * Throws NOT_FOUND, INVALID_INPUT, and CREDENTIAL_MISSING for what would keep the agent from answering. `ready` is
     * called once nothing would, and may throw.
     */
    async add(
      scope: Scope,
      asked: RegisterRequest,
      ready?: () => Promise<void>,
    ): Promise<{ row: CallTable; token: string }> {
      const taken = await agents.snapshot(scope, asked.agentId, asked.version);
      const history = asked.history ?? [];
      checkHistory(history, asked);
      await responders.check(scope, taken.snapshot, asked.kind === 'test');
      if (asked.channel === 'audio') await openSpeech(speech, scope, taken.snapshot);
      const isPrivate = taken.snapshot.settings.optOutSensitiveDataStorage;
      const variables = toGivenVariables(asked.variables);
      const token = mintCallToken();
      const createdAt = nextTime();
      const row = newRow(scope, asked, taken, { token, variables, createdAt });
      if (asked.carrier !== undefined) row.ownerId = ownerId;
      const isForOtherPages = asked.isForOtherPages === true;
      const isHeld = isPrivate || history.length > 0;
      if (isHeld) hold(row.id, { variables, history }, asked.kind === 'phone' ? phoneHoldMs : callTokenMs);
      if (isHeld || isForOtherPages)
        row.given = sealGiven(token, row.id, {
          ...(isHeld ? { variables, history } : { variables: {}, history: [] }),
          isForOtherPages,
        });
      await ready?.();
      await writes.write((trx) => callStore(trx).insert(row));
      return { row, token };
    },

    /** Whether a token opens the line of a call that waits for it. */
    async isWaiting(token: string): Promise<boolean> {
      const tokenHash = hashCallToken(token);
      const row = tokenHash === undefined ? undefined : await store.findByToken(tokenHash);
      return row !== undefined && row.createdAt + callTokenMs > Date.now();
    },

    /** `admit` throws to refuse the line; its token can then be used later. */
    async takeToken(token: string, admit?: AdmitLine): Promise<CallTable | undefined> {
      const tokenHash = hashCallToken(token);
      if (tokenHash === undefined) return undefined;
      const row = await store.findByToken(tokenHash);
      if (!row || row.createdAt + callTokenMs <= Date.now()) return undefined;
      const isHeld = row.isPrivate === 1 || row.transcript !== noTranscript;
      const given = row.given === null ? undefined : openGiven(token, row.id, row.given);
      // A call must not begin without what was given with it.
      if (!given && (isHeld || row.given !== null)) return undefined;
      await admit?.(row, given?.isForOtherPages === true);
      if (!(await store.takeToken(row, row.id, tokenHash))) return undefined;
      if (given && isHeld) hold(row.id, given);
      return row;
    },

    /** The data given with a call whose line was opened, wherever it was kept. */
    takeGiven(row: CallTable): CallGiven {
      const kept = held.get(row.id);
      held.delete(row.id);
      return kept ?? { variables: JSON.parse(row.variables) as Record<string, string>, history: [] };
    },
  };
}

interface NewCall {
  token: string;
  variables: Readonly<Record<string, string>>;
  createdAt: number;
}

const noTranscript = '[]';

/** A registered call. For an agent that stores no sensitive data the row holds no values and no words. */
function newRow(
  { workspaceId }: Scope,
  asked: RegisterRequest,
  { snapshot: { agent, settings }, versionNumber, versionId }: TakenSnapshot,
  { token, variables, createdAt }: NewCall,
): CallTable {
  const isPrivate = settings.optOutSensitiveDataStorage;
  return {
    id: asked.id ?? mintOrderedId(createdAt),
    workspaceId,
    agentId: asked.agentId,
    agentName: agent.agentName,
    agentVersion: versionNumber,
    versionId,
    channel: asked.channel,
    kind: asked.kind,
    direction: asked.direction ?? 'inbound',
    fromNumber: asked.fromNumber ?? '',
    toNumber: asked.toNumber ?? '',
    status: 'registered',
    startedAt: null,
    endedAt: null,
    durationMs: 0,
    disconnectionReason: null,
    isDemo: 0,
    isPrivate: isPrivate ? 1 : 0,
    hasRecording: 0,
    isSigned: settings.optInSignedUrl ? 1 : 0,
    costUsd: 0,
    e2eP50Ms: null,
    e2eP95Ms: null,
    isSuccessful: null,
    tokenHash: hashCallToken(token) ?? null,
    createdAt,
    variables: JSON.stringify(isPrivate ? {} : variables),
    collectedVariables: '{}',
    metadata: JSON.stringify(asked.metadata),
    latency: '{}',
    analysis: null,
    transcript: isPrivate ? noTranscript : JSON.stringify(transcriptOf(asked.history ?? [])),
    ownerId: null,
    holder: asked.holder ?? null,
    given: null,
    carrier: asked.carrier ?? null,
    carrierCallId: asked.carrierCallId ?? null,
    lineState: asked.carrier === undefined ? null : asked.direction === 'outbound' ? 'dialing' : 'ringing',
  };
}
