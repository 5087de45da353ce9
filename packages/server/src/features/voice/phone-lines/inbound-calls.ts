import { AppError } from '@tendril/contract/app-error';
import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { Logger } from 'pino';
import type { Scope } from '../../../platform/db/scope.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import type { ProcessLoad } from '../../../platform/processes/process-load.ts';
import type { CallLimits, Calls } from '../calls/public.ts';
import type { InboundRules, OwnedNumber, PhoneNumbers } from '../phone-numbers/public.ts';
import type { VoiceAgents } from '../voice-agents/public.ts';
import type { VoiceWebhooks } from '../voice-webhooks/public.ts';
import type { LineSessions } from './line-sessions.ts';
import type { InboundCalls, LineEnd, OfferAnswer, OfferedCall, PhoneLine } from './phone-line.ts';

interface InboundParts {
  calls: Pick<Calls, 'phones'>;
  numbers: Pick<PhoneNumbers, 'findAnywhere' | 'findByForm'>;
  rules: Pick<InboundRules, 'route'>;
  agents: Pick<VoiceAgents, 'list'>;
  askInbound: VoiceWebhooks['askInbound'];
  limits: Pick<CallLimits, 'enter'>;
  load: Pick<ProcessLoad, 'requireCallRoom'>;
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
  const { calls, rules, limits, load, sessions, log } = parts;

  async function register(
    { scope, number }: OwnedNumber,
    asked: OfferedCall,
    { agentId, version, variables, metadata }: Answering,
  ): Promise<OfferAnswer> {
    load.requireCallRoom();
    const leave = await limits.enter({ workspaceId: scope.workspaceId, agentId });
    try {
      const row = await calls.phones.registerPhone(scope, {
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
      return answered(row, leave);
    } catch (error) {
      leave();
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

  return {
    async offer(asked) {
      const found = await findNumber(parts, asked);
      if (!found) return refusal;
      const { scope, number } = found;
      const registered = await takeRegistered(parts, found, asked);
      if (registered) return answered(registered.row, registered.leave);
      const routed = await rules.route(scope, number, { fromNumber: asked.from });
      if (routed.action === 'forward') return { action: 'forward', to: routed.forwardTo };
      if (routed.action !== 'answer' || routed.agentId === null) return refusal;
      const usual = {
        agentId: routed.agentId,
        version: routed.versionId ?? 'live',
        variables: {},
        metadata: {},
      };
      try {
        return await register(found, asked, await askReceiver(parts, scope, number, asked, usual));
      } catch (error) {
        // Nobody hears a caller's error message: the reason is for the log, the caller for the fallback number.
        if (!(error instanceof AppError)) throw error;
        log.warn({ err: error, numberId: number.id }, 'a telephone call was not answered');
        return number.fallbackNumber === '' ? refusal : { action: 'forward', to: number.fallbackNumber };
      }
    },
  };
}

/** The call that a program knew would come, and has said who answers it. */
async function takeRegistered(
  { calls, limits, sessions }: InboundParts,
  { scope, number }: OwnedNumber,
  { from, kind: carrier, carrierCallId }: OfferedCall,
): Promise<{ row: CallTable; leave(): void } | undefined> {
  if (from === '') return undefined;
  const numbers = { from, to: number.phoneNumber };
  const row = await calls.phones.takeArriving(scope, numbers, { carrier, carrierCallId });
  if (!row) return undefined;
  try {
    return { row, leave: await limits.enter(row) };
  } catch (error) {
    await sessions.giveUp(row, 'error_unknown');
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
