import type { testFunction } from '@tendril/contract/api/calls';
import { storedValueMask } from '@tendril/contract/api/credentials';
import type { Answer, Body } from '@tendril/contract/api/endpoint';
import { invalidInput } from '@tendril/contract/app-error';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import { builtInVariableNames, builtInVariables } from '@tendril/contract/voice/dynamic-variables';
import { type VoiceFunction, voiceFunction } from '@tendril/contract/voice/voice-function';
import { buildFunction } from '@tendril/voice/functions/build-functions';
import type { Config } from '../../../platform/config.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { hasSameReceiver, otherReceiver, type VoiceAgents } from '../voice-agents/public.ts';

interface FunctionTestParts {
  config: Pick<Config, 'calUrl'>;
  agents: Pick<VoiceAgents, 'snapshot' | 'openSecrets'>;
  fetch: FetchFunction;
}

export type FunctionTests = ReturnType<typeof createFunctionTests>;

const places = builtInVariableNames.map((name) => `{{${name}}}`).join(' ');

/** Tries a function as its form stands, against its real endpoint. */
export function createFunctionTests({ config, agents, fetch }: FunctionTestParts) {
  return {
    /** Throws INVALID_INPUT that names the field, and NOT_FOUND. */
    async run(
      scope: Scope,
      body: Body<typeof testFunction>,
      signal: AbortSignal,
    ): Promise<Answer<typeof testFunction>> {
      const parsed = voiceFunction.safeParse(body.function);
      if (!parsed.success) throw invalidInput(parsed.error.issues, 'function');
      const { snapshot } = await agents.snapshot(scope, body.agentId, 'draft');
      const asked = unmask(parsed.data, await agents.openSecrets(scope, body.agentId, 'draft'));
      const variables = { ...snapshot.llm.defaultDynamicVariables, ...body.variables };
      const means = {
        fetch,
        calBaseUrl: config.calUrl,
        prompt: snapshot.llm.generalPrompt,
        timezone: snapshot.settings.timezone,
        variables,
      };
      const tried = buildFunction(asked, means);
      const known = {
        ...builtInOf(`${places} ${tried.places ?? ''}`, snapshot.settings.timezone),
        ...variables,
      };
      const call = { call_id: 'test', call_type: 'web_call', agent_id: body.agentId, call_status: 'ongoing' };
      const startedAt = performance.now();
      const outcome = await tried.run(body.arguments, { call, variables: known, signal });
      const { exchange } = outcome;
      return {
        isOk: outcome.isOk,
        result: outcome.result,
        ms: Math.round(performance.now() - startedAt),
        status: exchange?.status ?? null,
        request: exchange ? { method: exchange.method, url: exchange.url, body: exchange.body } : null,
        variables: outcome.variables ?? {},
      };
    },
  };
}

function builtInOf(text: string, timezone: string): Record<string, string> {
  return builtInVariables(text, {
    callId: 'test',
    sessionType: 'voice',
    direction: 'inbound',
    agentNumber: '',
    userNumber: '',
    timezone,
    now: new Date(),
  });
}

/** The form with its masks resolved: the stored function of the same id keeps the secret. */
function unmask(asked: VoiceFunction, stored: readonly VoiceFunction[]): VoiceFunction {
  const before = stored.find(({ id, type }) => id === asked.id && type === asked.type);
  if ('calApiKey' in asked) {
    if (asked.calApiKey !== storedValueMask) return asked;
    if (before && 'calApiKey' in before) return { ...asked, calApiKey: before.calApiKey };
    throw refuseMask('calApiKey', notStored);
  }
  if (asked.type !== 'custom') return asked;
  const kept = before?.type === 'custom' ? before.headers : {};
  const headers = Object.entries(asked.headers).map(([name, value]): [string, string] => {
    if (value !== storedValueMask) return [name, value];
    const own = Object.hasOwn(kept, name) ? kept[name] : undefined;
    if (own === undefined) throw refuseMask(`headers.${name}`, notStored);
    if (before && !hasSameReceiver(asked, before)) throw refuseMask(`headers.${name}`, otherReceiver);
    return [name, own];
  });
  return { ...asked, headers: Object.fromEntries(headers) };
}

const notStored = 'stands for a stored value, but none is stored for this function: type it again';

function refuseMask(field: string, message: string) {
  return invalidInput([{ path: [field], message }], 'function');
}
