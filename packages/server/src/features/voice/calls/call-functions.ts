import type { FetchFunction } from '@tendril/contract/node/run-context';
import type { CallFunction } from '@tendril/voice/call-function';
import type { Config } from '../../../platform/config.ts';
import type { VoiceAgents } from '../voice-agents/public.ts';
import type { LiveCall, ToolMock, ToolMocks } from './live-call.ts';

interface CallFunctionParts {
  config: Pick<Config, 'calUrl'>;
  agents: Pick<VoiceAgents, 'openSecrets'>;
  fetch: FetchFunction;
}

/** Opens the functions of the agent's version that answers a call. Incomplete ones are not offered. */
export function callFunctions({ config, agents, fetch }: CallFunctionParts) {
  return async (
    { row, snapshot, toolMocks }: LiveCall,
    variables: Readonly<Record<string, string>>,
  ): Promise<CallFunction[]> => {
    // A custom LLM and a flow have tools of their own.
    if (snapshot.settings.brain.type !== 'prompt') return [];
    const functions = await agents.openSecrets(row, row.agentId, row.versionId ?? 'draft');
    const means = {
      fetch,
      calBaseUrl: config.calUrl,
      prompt: snapshot.llm.generalPrompt,
      timezone: snapshot.settings.timezone,
      variables,
    };
    const { buildFunctions } = await import('@tendril/voice/functions/build-functions');
    return buildFunctions(functions, means).map((one) => withMocks(one, toolMocks));
  };
}

/** A function that returns a mock's result where the mock matches its arguments; ending the call stays real. */
function withMocks(one: CallFunction, mocks: ToolMocks): CallFunction {
  const own = mocks.filter(({ name }) => name === one.name);
  if (own.length === 0) return one;
  const used = new Set<ToolMock>();
  return {
    ...one,
    async run(input, context) {
      const mock = own.find((each) => !used.has(each) && fits(input, each.match));
      if (!mock) return one.run(input, context);
      if (mock.isOnce) used.add(mock);
      const { isOk = true, result, variables } = mock;
      return { isOk, result, ...(variables && { variables }) };
    },
  };
}

function fits(input: Record<string, unknown>, match: Record<string, unknown> | undefined): boolean {
  return Object.entries(match ?? {}).every(
    ([name, wanted]) => JSON.stringify(input[name]) === JSON.stringify(wanted),
  );
}
