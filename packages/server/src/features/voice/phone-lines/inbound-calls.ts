import { AppError } from '@tendril/contract/app-error';
import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { Logger } from 'pino';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { fullOfCalls, type ProcessLoad } from '../../../platform/processes/process-load.ts';
import type { CallLimits, Calls } from '../calls/public.ts';
import type { InboundRules, OwnedNumber, PhoneNumbers } from '../phone-numbers/public.ts';
import type { VoiceAgents } from '../voice-agents/public.ts';
import type { VoiceWebhooks } from '../voice-webhooks/public.ts';
import type { LineSessions } from './line-sessions.ts';
import type { InboundCalls, LineEnd, OfferAnswer, OfferedCall, PhoneLine } from './phone-line.ts';

interface InboundParts {
  calls: Pick<Calls, 'phones' | 'places'>;
  numbers: Pick<PhoneNumbers, 'findAnywhere' | 'findByForm'>;
  rules: Pick<InboundRules, 'route'>;
  agents: Pick<VoiceAgents, 'list'>;
  askInbound: VoiceWebhooks['askInbound'];
  limits: Pick<CallLimits, 'enter'>;
  load: Pick<ProcessLoad, 'isFullOfCalls'>;
  sessions: LineSessions;
  log: Logger;
}

/** Who answers a call, and with what. */
interface Answering {
  agentId: string;
  version: string;
  variables: Record<string, string>;
  metadata: Record<string, unknown>;
}

const refusal: OfferAnswer = { action: 'refuse' };

/** Calls that arrive at numbers of the workspaces. */
export function createInboundCalls(parts: InboundParts): InboundCalls {
  const { calls, rules, limits, sessions, log } = parts;

  async function register(
    { scope, number }: OwnedNumber,
    asked: OfferedCall,
    { agentId, version, variables, metadata }: Answering,
  ): Promise<OfferAnswer> {
    const id = mintOrderedId();
    const held = heldBy(parts);
    if (!held.takePlace(id)) throw fullOfCalls();
    try {
      held.count(await limits.enter({ workspaceId: scope.workspaceId, agentId }));
      const row = await calls.phones.registerPhone(scope, {
        id,
        agentId,
        version,
        variables,
        metadata,
        direction: 'inbound',
        fromNumber: asked.from,
        toNumber: number.phoneNumber,
        carrier: asked.kind,
        carrierCallId: asked.carrierCallId,
      });
      return answered(row, held.leave);
    } catch (error) {
      held.leave();
      throw error;
    }
  }

  function answered(row: CallTable, leave: () => void): OfferAnswer {
    return {
      action: 'answer',
      callId: row.id,
      async begin(line: PhoneLine) {
        line.ended.then(leave, leave);
        try {
          await sessions.prepare(row, line).begin();
        } catch (error) {
          log.error({ err: error, callId: row.id }, 'a telephone call could not begin');
          await line.close();
          await sessions.giveUp(row, 'error_unknown');
        }
      },
      async drop(reason: LineEnd) {
        leave();
        await sessions.giveUp(row, reason);
      },
    };
  }

  async function take(found: OwnedNumber, asked: OfferedCall): Promise<OfferAnswer> {
    const { scope, number } = found;
    const registered = await takeRegistered(parts, found, asked);
    if (registered) return answered(registered.row, registered.leave);
    const routed = await rules.route(scope, number, { fromNumber: asked.from });
    if (routed.action === 'forward') return { action: 'forward', to: routed.forwardTo };
    if (routed.action !== 'answer' || routed.agentId === null) return refusal;
    const { agentId, versionId } = routed;
    const usual = { agentId, version: versionId ?? 'live', variables: {}, metadata: {} };
    return register(found, asked, await askReceiver(parts, scope, number, asked, usual));
  }

  return {
    async offer(asked) {
      const found = await findNumber(parts, asked);
      if (!found) return refusal;
      const { number } = found;
      try {
        return await take(found, asked);
      } catch (error) {
        // Nobody hears a caller's error message: the reason is for the log, the caller for the fallback number.
        if (!(error instanceof AppError)) throw error;
        log.warn({ err: error, numberId: number.id }, 'a telephone call was not answered');
        if (number.fallbackNumber !== '') return { action: 'forward', to: number.fallbackNumber };
        return { ...refusal, ...causeOf(error) };
      }
    },
  };
}

function causeOf({ code }: AppError): Pick<Extract<OfferAnswer, { action: 'refuse' }>, 'cause'> {
  if (code === 'UNAVAILABLE') return { cause: 'full' };
  return code === 'TOO_MANY_REQUESTS' ? { cause: 'busy' } : {};
}

/** What a call holds until its line is over: its place, and what it counts as. */
function heldBy({ calls, load }: InboundParts) {
  let leavePlace = () => {};
  let leaveCount = () => {};
  return {
    /** Looks and takes in one step, so that calls that arrive at one moment see each other; false where none is free. */
    takePlace(id: string): boolean {
      leavePlace();
      if (load.isFullOfCalls) return false;
      leavePlace = calls.places.expect(id);
      return true;
    },
    count(leave: () => void): void {
      leaveCount = leave;
    },
    leave(): void {
      leavePlace();
      leaveCount();
    },
  };
}

/** The call that a program knew would come, and has said who answers it. Where there is no place it goes on waiting. */
async function takeRegistered(
  parts: InboundParts,
  { scope, number }: OwnedNumber,
  { from, kind: carrier, carrierCallId }: OfferedCall,
): Promise<{ row: CallTable; leave(): void } | undefined> {
  const { calls, limits, sessions } = parts;
  if (from === '') return undefined;
  const numbers = { from, to: number.phoneNumber };
  const held = heldBy(parts);
  let row: CallTable | undefined;
  try {
    const found = await calls.phones.takeArriving(scope, numbers, { carrier, carrierCallId }, held.takePlace);
    if (found === 'full') throw fullOfCalls();
    row = found;
    if (row) held.count(await limits.enter(row));
    else held.leave();
    return row && { row, leave: held.leave };
  } catch (error) {
    held.leave();
    if (row) await sessions.giveUp(row, 'error_unknown');
    throw error;
  }
}

async function findNumber(
  { numbers }: InboundParts,
  { numberId, kind, to }: OfferedCall,
): Promise<OwnedNumber | undefined> {
  const found =
    numberId === undefined ? await numbers.findByForm(to) : [await numbers.findAnywhere(numberId)];
  const fitting = found.filter((one) => one?.number.provider === kind);
  // With two owners nobody knows whose call it is.
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** The number's webhook may name another agent, and give variables; without an answer the rules hold. */
async function askReceiver(
  { askInbound, agents, log }: InboundParts,
  scope: Scope,
  number: PhoneNumber,
  asked: OfferedCall,
  usual: Answering,
): Promise<Answering> {
  if (number.inboundWebhookUrl === '') return usual;
  const answer = await askInbound(scope, number.id, {
    url: number.inboundWebhookUrl,
    callId: asked.carrierCallId,
    fromNumber: asked.from,
    toNumber: number.phoneNumber,
    agentId: usual.agentId,
  });
  if (!answer.isAnswered) {
    log.warn({ numberId: number.id, error: answer.error }, 'an inbound webhook did not answer');
    return usual;
  }
  const { variables, metadata } = answer;
  const named = answer.agentId;
  const isKnown = named !== undefined && (await agents.list(scope)).some(({ id }) => id === named);
  if (!isKnown || named === usual.agentId) return { ...usual, variables, metadata };
  return { agentId: named, version: 'live', variables, metadata };
}
