import { setTimeout } from 'node:timers/promises';
import type { Call } from '@tendril/contract/api/calls';
import { AppError } from '@tendril/contract/app-error';
import type { AgentShare, PhoneNumber } from '@tendril/contract/voice/phone-number';
import { callLimits } from '@tendril/contract/voice/speech-ranges';
import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { type CallLimits, type Calls, detectsVoicemail } from '../calls/public.ts';
import type { DoNotCall } from '../do-not-call/public.ts';
import type { OwnedNumber, PhoneNumbers } from '../phone-numbers/public.ts';
import type { VoiceAgents } from '../voice-agents/public.ts';
import { checkDestination } from './check-destination.ts';
import { endOfRefusal } from './end-of-refusal.ts';
import type { LineSessions } from './line-sessions.ts';
import type { DialRequest, LineProvider, PhoneLine } from './phone-line.ts';

interface OutboundParts {
  calls: Pick<Calls, 'phones' | 'places' | 'read'>;
  numbers: Pick<PhoneNumbers, 'findByForm'>;
  agents: Pick<VoiceAgents, 'snapshot'>;
  limits: Pick<CallLimits, 'enter'>;
  doNotCall: Pick<DoNotCall, 'refuse'>;
  sessions: LineSessions;
  providers: readonly LineProvider[];
  random?: () => number;
}

/** A call to be placed. */
export interface PlacedCall {
  /** Of the call; generated when absent. */
  id?: string;
  fromNumber: string;
  toNumber: string;
  agentId?: string | undefined;
  version?: string | undefined;
  variables: Readonly<Record<string, string>>;
  metadata: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
}

export type OutboundCalls = ReturnType<typeof createOutboundCalls>;

/** A carrier that does not say that nobody answers is not waited for much longer than it may ring. */
const ringGraceMs = 5000;

/** Stands for numbers that may call every country. */
const anyNumber: Parameters<typeof checkDestination>[0] = { allowedOutboundCountries: [], phoneNumber: '' };

/** Calls that agents place, from numbers of their workspace alone. */
export function createOutboundCalls(parts: OutboundParts) {
  const { calls, agents, limits, doNotCall, sessions, random = Math.random } = parts;

  async function dial(found: OwnedNumber, row: CallTable, request: DialRequest): Promise<PhoneLine> {
    try {
      return await providerOf(parts, found.number).dial(found.number, request);
    } catch (error) {
      await sessions.giveUp(row, endOfRefusal(error));
      throw error;
    }
  }

  return {
    /** Throws what would keep a number from being called, as far as that is known without calling it. */
    async check(scope: Scope, fromNumber: string | undefined, toNumber: string): Promise<void> {
      const number =
        fromNumber === undefined ? anyNumber : (await requireNumber(parts, scope, fromNumber)).number;
      await checkDestination(number, toNumber);
    },

    /** Whether this process has the lines of a number. Throws what `place` throws of the number. */
    async canPlaceHere(scope: Scope, fromNumber: string): Promise<boolean> {
      const { number } = await requireNumber(parts, scope, fromNumber);
      return providerOf(parts, number).isConnected !== false;
    },

    /** Throws what would keep every call from a number from being placed. */
    async requireReady(
      scope: Scope,
      asked: Pick<PlacedCall, 'fromNumber' | 'agentId' | 'version'>,
    ): Promise<void> {
      const { number } = await requireNumber(parts, scope, asked.fromNumber);
      providerOf(parts, number);
      const { agentId, version } = speaking(number, asked, random);
      await agents.snapshot(scope, agentId, version);
    },

    /**
     * Places a call; returns once the carrier dials. Its place is taken before anything is awaited, so that callers who
     * look at the same moment see each other. Throws NOT_FOUND, INVALID_INPUT, FORBIDDEN for a destination that the number
     * may not call or that asked not to be called, TOO_MANY_REQUESTS, and what the carrier refuses.
     */
    async place(scope: Scope, asked: PlacedCall): Promise<Call> {
      const id = asked.id ?? mintOrderedId();
      const held = [calls.places.expect(id)];
      const leave = () => {
        for (const give of held) give();
      };
      try {
        const found = await requireNumber(parts, scope, asked.fromNumber);
        const { number } = found;
        await checkDestination(number, asked.toNumber);
        await doNotCall.refuse(scope, asked.toNumber);
        providerOf(parts, number);
        const { agentId, version } = speaking(number, asked, random);
        const { snapshot } = await agents.snapshot(scope, agentId, version);
        held.push(await limits.enter({ workspaceId: scope.workspaceId, agentId }));
        const row = await calls.phones.registerPhone(scope, {
          id,
          agentId,
          version,
          variables: asked.variables,
          metadata: asked.metadata,
          direction: 'outbound',
          fromNumber: number.phoneNumber,
          toNumber: asked.toNumber,
          carrier: number.provider ?? '',
        });
        const request = requestOf(scope, row, snapshot, asked.headers);
        const line = await dial(found, row, request);
        line.ended.then(leave, leave);
        await calls.phones.noteLine(row, { state: line.state, carrierCallId: line.carrierCallId });
        const stopped = Promise.withResolvers<'manual_stopped'>();
        const over = lead(sessions, row, line, { ringMs: request.ringMs, stopped: stopped.promise });
        calls.phones.addRinging(row, () => stopped.resolve('manual_stopped'), over);
        return await calls.read(scope, row.id);
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

interface Patience {
  ringMs: number;
  /** Somebody gives the call up. */
  stopped: Promise<'manual_stopped'>;
}

/** Waits for the answer; settles when the conversation has begun, or the end without one is stored. */
async function lead(
  sessions: LineSessions,
  row: CallTable,
  line: PhoneLine,
  { ringMs, stopped }: Patience,
): Promise<void> {
  const session = sessions.prepare(row, line);
  const patience = new AbortController();
  const late = setTimeout(ringMs + ringGraceMs, 'dial_no_answer' as const, {
    signal: patience.signal,
    ref: false,
  }).catch(() => 'dial_no_answer' as const);
  const end = await Promise.race([line.answered.then(() => undefined), line.ended, stopped, late]);
  patience.abort();
  if (end === undefined) {
    try {
      await session.begin();
      return;
    } catch {
      await line.close();
      await sessions.giveUp(row, 'error_unknown');
      return;
    }
  }
  await line.close();
  await sessions.giveUp(row, end === 'user_hangup' ? 'dial_failed' : end);
}

async function requireNumber(
  { numbers }: OutboundParts,
  { workspaceId }: Scope,
  phoneNumber: string,
): Promise<OwnedNumber> {
  const own = (await numbers.findByForm(phoneNumber)).find(({ scope }) => scope.workspaceId === workspaceId);
  if (!own) throw refused('NOT_FOUND', 'fromNumber', 'is not a phone number of this workspace');
  if (own.number.isPaused) throw refused('CONFLICT', 'fromNumber', 'is paused');
  return own;
}

function providerOf({ providers }: OutboundParts, { provider }: PhoneNumber): LineProvider {
  const found = providers.find(({ kind }) => kind === provider);
  if (found) return found;
  throw refused('INVALID_INPUT', 'fromNumber', 'has no carrier that could place calls');
}

function speaking(
  { outboundAgents }: PhoneNumber,
  asked: Pick<PlacedCall, 'agentId' | 'version'>,
  random: () => number,
): { agentId: string; version: string } {
  if (asked.agentId !== undefined) return { agentId: asked.agentId, version: asked.version ?? 'live' };
  let left = random();
  const drawn: AgentShare | undefined =
    outboundAgents.find(({ weight }) => {
      left -= weight;
      return left < 0;
    }) ?? outboundAgents.at(-1);
  if (!drawn) throw refused('INVALID_INPUT', 'agentId', 'is needed: this number has no outbound agent');
  return { agentId: drawn.agentId, version: asked.version ?? drawn.versionId ?? 'live' };
}

function requestOf(
  scope: Scope,
  row: CallTable,
  { agent, settings }: VoiceAgentSnapshot,
  headers: PlacedCall['headers'],
): DialRequest {
  return {
    scope,
    callId: row.id,
    from: row.fromNumber,
    to: row.toNumber,
    ringMs: settings.ringDurationMs || callLimits.ringDurationMs,
    maxMs: agent.maxCallDurationMs || callLimits.maxCallDurationMs,
    detectsVoicemail: detectsVoicemail(agent),
    ...(headers && { headers }),
  };
}

function refused(code: 'NOT_FOUND' | 'CONFLICT' | 'INVALID_INPUT', path: string, message: string): AppError {
  return new AppError(code, `${path}: ${message}`, { details: [{ path, message }] });
}
