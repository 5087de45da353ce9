import { AppError } from '@tendril/contract/app-error';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { joinAgentFlowStates, stepResult, withResult } from '../../agentflow/agent-flow-run.ts';
import { branchingStep, type StepEntry } from '../../agentflow/agent-flow-step.ts';
import { recall } from '../../agentflow/recall.ts';
import { requirePart } from '../../agentflow/require-part.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { askModel } from '../../model/ask-model.ts';
import { readJson } from '../../text/read-json.ts';
import { asRecord } from '../../tools/as-record.ts';

type ConditionInputs = NodeInputs['conditionAgentAgentflow'] &
  StepEntry & { conditionAgentModelPart?: ChatModel };

const systemDefault = `You decide which of several scenarios an input belongs to.

You get JSON with "input", "scenarios" and "instruction". Follow the instruction, choose exactly one scenario, and answer with JSON in which "output" is that scenario, word for word. Give nothing but the JSON.

Example of what you get:
{"input": "Where is my parcel?", "scenarios": ["user asks about an order", "default"], "instruction": "Find out what the user wants."}
Example of your answer:
{"output": "user asks about an order"}`;

const plain = (text: string) => text.trim().toLowerCase();

/** Index of the scenario that an answer names; -1 when it names none. */
function chosenOf(text: string, scenarios: readonly string[]): number {
  const said = asRecord(readJson(text))['output'];
  const answer = plain(typeof said === 'string' ? said : text);
  const exact = scenarios.findIndex((scenario) => plain(scenario) === answer);
  if (exact !== -1) return exact;
  // Smaller models answer in a sentence: one that names a single scenario is clear enough.
  const named = scenarios.flatMap((scenario, index) =>
    plain(scenario) !== '' && answer.includes(plain(scenario)) ? [index] : [],
  );
  return named.length === 1 ? (named[0] ?? -1) : -1;
}

/** Lets a model decide which way an agent flow goes. */
export const conditionAgentAgentflow = implementNode({
  name: 'conditionAgentAgentflow',
  icon: 'split',
  description: 'Asks a model which of your scenarios fits, and sends the flow that way.',
  ...branchingStep(),

  async run(inputs: ConditionInputs, context) {
    const model = requirePart(inputs.conditionAgentModelPart, 'Model');
    const state = joinAgentFlowStates(inputs.previous);
    const scenarios = inputs.conditionAgentScenarios.map(({ scenario = '' }) => scenario);
    const own = inputs.conditionAgentOverrideSystemPrompt ? inputs.conditionAgentSystemPrompt?.trim() : '';
    const { conditionAgentMemoryType: type, conditionAgentMemoryWindowSize: windowSize } = inputs;
    const memory = {
      isEnabled: true,
      type,
      windowSize,
      maxTokenLimit: inputs.conditionAgentMemoryMaxTokenLimit,
    };
    const recalled = inputs.conditionAgentEnableMemory ? await recall(memory, model, state, context) : [];
    const input = inputs.conditionAgentInput?.trim() || (state.messages.at(-1)?.content ?? context.question);
    const task = { input, scenarios, instruction: inputs.conditionAgentInstructions };
    const messages = [
      { role: 'system' as const, content: own || systemDefault },
      ...recalled.filter(({ role }) => role === 'system'),
      ...recalled.filter(({ role }) => role !== 'system'),
      { role: 'user' as const, content: JSON.stringify(task) },
    ];
    const schema = {
      type: 'object' as const,
      properties: { output: { type: 'string' as const, enum: scenarios } },
      required: ['output'],
      additionalProperties: false,
    };
    const { text } = await askModel(model, { messages, schema }, context);
    const chosen = chosenOf(text, scenarios);
    if (chosen === -1)
      throw new AppError('NODE_FAILED', `The model chose none of the scenarios: "${text.slice(0, 200)}"`);
    const conditions = scenarios.map((scenario, index) => ({ scenario, isFulfilled: index === chosen }));
    const result = stepResult(scenarios[chosen] ?? '', { conditions });
    return { [String(chosen)]: withResult(state, context.nodeId, result) };
  },
});
