import { randomUUID } from 'node:crypto';
import type { Answer } from '@tendril/contract/api/endpoint';
import type { InboundTest, simulateInbound } from '@tendril/contract/api/phone-number-checks';
import { AppError } from '@tendril/contract/app-error';
import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { Scope } from '../../../platform/db/scope.ts';
import { readNumberFacts } from './number-facts.ts';
import { findMissingVersions } from './number-health.ts';
import type { NumberAgents } from './number-references.ts';
import type { PhoneNumbers } from './phone-numbers.ts';
import { type RoutedCall, routeInbound } from './route-inbound.ts';

/** The response of an inbound webhook; provided by the feature that sends webhooks. */
type WebhookAnswer =
  | {
      isAnswered: true;
      status: number | null;
      agentId: string | undefined;
      agentVersion: number | string | undefined;
      variables: Record<string, string>;
      metadata: Record<string, unknown>;
      ms: number;
    }
  | { isAnswered: false; status: number | null; error: string; ms: number };

interface InboundRulesParts {
  numbers: PhoneNumbers;
  agents: NumberAgents;
  /** Signed with the secret of `ownerId`. */
  askInbound(
    scope: Scope,
    ownerId: string,
    question: {
      url: string;
      callId: string;
      fromNumber: string;
      toNumber: string;
      agentId: string | undefined;
    },
  ): Promise<WebhookAnswer>;
}

interface InboundCaller {
  /** Empty: hidden. */
  fromNumber: string;
  now?: number | undefined;
  random?: () => number;
}

/** Decides who answers a number, for a call as for a trial of one. Throws NOT_FOUND. */
export function createInboundRules({ numbers, agents, askInbound }: InboundRulesParts) {
  async function namesOf(scope: Scope): Promise<ReadonlyMap<string, string>> {
    return new Map((await agents.list(scope)).map(({ id, agentName }) => [id, agentName]));
  }

  /** Where a call to a number goes. */
  async function route(scope: Scope, number: PhoneNumber, caller: InboundCaller): Promise<RoutedCall> {
    const names = await namesOf(scope);
    const missing = await findMissingVersions(scope, [number], names, agents);
    const { country } = await readNumberFacts(caller.fromNumber);
    return routeInbound(number, {
      now: caller.now ?? Date.now(),
      random: caller.random ?? Math.random,
      fromCountry: country,
      hasAgent: (agentId) => names.has(agentId),
      hasVersion: (agentId, versionId) => !missing.has(`${agentId} ${versionId}`),
    });
  }

  return {
    route,

    async simulate(scope: Scope, id: string, caller: InboundCaller): Promise<Answer<typeof simulateInbound>> {
      const number = await numbers.read(scope, id);
      const names = await namesOf(scope);
      const { steps, ...routed } = await route(scope, number, caller);
      const from = caller.fromNumber === '' ? null : await readNumberFacts(caller.fromNumber);
      const named = steps.map((step) => {
        const agent = names.get(step.values['agentId'] ?? '');
        return agent === undefined ? step : { ...step, values: { ...step.values, agent } };
      });
      const agentName = names.get(routed.agentId ?? '') ?? null;
      return { data: { ...routed, agentName, steps: named }, from };
    },

    /** Calls the webhook of a number with a made-up call. Throws INVALID_INPUT when there is no address. */
    async test(scope: Scope, id: string, url: string | undefined, fromNumber: string): Promise<InboundTest> {
      const number = await numbers.read(scope, id);
      const address = url ?? number.inboundWebhookUrl;
      if (address === '') {
        const message = 'is needed: this number has no inbound webhook';
        throw new AppError('INVALID_INPUT', `url: ${message}`, { details: [{ path: 'url', message }] });
      }
      const answer = await askInbound(scope, id, {
        url: address,
        callId: `test_${randomUUID()}`,
        fromNumber,
        toNumber: number.phoneNumber,
        agentId: number.inboundAgents[0]?.agentId,
      });
      if (!answer.isAnswered)
        return { isOk: false, status: answer.status, ms: answer.ms, error: answer.error, understood: null };
      const { status, ms } = answer;
      return { isOk: true, status, ms, error: null, understood: await understand(scope, answer) };
    },
  };

  async function understand(
    scope: Scope,
    { agentId, agentVersion, variables, metadata }: Extract<WebhookAnswer, { isAnswered: true }>,
  ): Promise<NonNullable<InboundTest['understood']>> {
    const agentName = agentId === undefined ? null : ((await namesOf(scope)).get(agentId) ?? null);
    const problems =
      agentId !== undefined && agentName === null
        ? [
            {
              path: 'call_inbound.override_agent_id',
              message: `${agentId} is not a voice agent of this workspace`,
            },
          ]
        : [];
    return {
      agentId: agentName === null ? null : (agentId ?? null),
      agentName,
      agentVersion: agentVersion === undefined ? null : String(agentVersion),
      variables,
      metadata,
      problems,
    };
  }
}

export type InboundRules = ReturnType<typeof createInboundRules>;
