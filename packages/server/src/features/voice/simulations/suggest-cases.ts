import { type SimulationFields, simulationFields } from '@tendril/contract/api/simulations';
import { AppError } from '@tendril/contract/app-error';
import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import * as z from 'zod';
import { jsonIn } from './json-in.ts';
import type { Simulator } from './simulator.ts';

const instruction = `You write test cases for a phone agent from its prompt. Each case is one caller and what must hold.
Answer only a JSON list of 3 to 5 objects:
{"name": "short title", "persona": "who calls and what for, two sentences", "judge": "one sentence that must be true of the conversation"}`;

const written = z.array(
  z.object({
    name: z.string().min(1).max(200),
    persona: z.string().min(1).max(10_000),
    judge: z.string().min(1).max(2000),
  }),
);

const noCase = { variables: {}, toolMocks: [], maxTurns: 10 };

/**
 * Test cases from an agent's prompt: written by its model, or, where that is the demo model, from a fixed pattern.
 * Throws PROVIDER_REFUSED when the model wrote something else.
 */
export async function suggestCases(
  author: Simulator,
  { llm }: VoiceAgentSnapshot,
  signal: AbortSignal,
): Promise<SimulationFields[]> {
  if (author.isDemo) return fixedCases(llm.functions);
  const words = await author.ask({
    system: instruction,
    messages: [{ role: 'user', text: llm.generalPrompt || 'The prompt is empty.' }],
    signal,
  });
  const read = written.safeParse(jsonIn(words));
  if (!read.success)
    throw new AppError(
      'PROVIDER_REFUSED',
      'The model’s test cases could not be read. Try again, or create one yourself.',
    );
  return read.data.map(({ name, persona, judge }) =>
    simulationFields.parse({
      ...noCase,
      name,
      caller: { type: 'persona', prompt: persona },
      checks: [{ type: 'judge', text: judge }],
    }),
  );
}

/** Cases that fit every agent. */
function fixedCases(functions: VoiceAgentSnapshot['llm']['functions']): SimulationFields[] {
  const script = (name: string, lines: string[], checks: SimulationFields['checks']): SimulationFields => ({
    ...noCase,
    name,
    caller: { type: 'script', lines },
    checks,
  });
  const cases = [
    script(
      'Asks what the agent can do',
      ['Hello?', 'What can you help me with?'],
      [{ type: 'max-turns', turns: 4 }],
    ),
    script('Says goodbye at once', ['Sorry, wrong number. Goodbye.'], [{ type: 'max-turns', turns: 3 }]),
  ];
  // Only for this one is it known without a model what a caller has to say.
  const end = functions.find(({ type }) => type === 'end_call');
  if (end)
    cases.push(
      script(
        `Leads to ${end.name}`,
        ['Hello?', 'Thank you, that was all. Goodbye!'],
        [{ type: 'calls', name: end.name, arguments: {} }],
      ),
    );
  return cases;
}
