import { AppError } from '@tendril/contract/app-error';
import type { AgentFlowState, IterationElement } from '@tendril/contract/provider/agent-flow';
import { joinAgentFlowStates, stepResult, withResult } from '../../agentflow/agent-flow-run.ts';
import { agentFlowStep, type StepEntry } from '../../agentflow/agent-flow-step.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import { readJson } from '../../text/read-json.ts';

/** Markdown marks that a text editor puts before the brackets of JSON. */
const escaped = /\\([[\]{}_*"])/g;

/** Each element leaves its trace, and the steps after it carry what all have said. */
const mostElements = 10_000;

/** The elements to go through. Throws NODE_FAILED for what is no list, LIMIT_STEPS for one that is too long. */
function readElements(given: unknown): unknown[] {
  const elements = readList(given);
  if (elements.length <= mostElements) return elements;
  const [has, may] = [elements.length, mostElements].map((count) => count.toLocaleString('en'));
  throw new AppError(
    'LIMIT_STEPS',
    `Array Input: has ${has} elements; an iteration goes through ${may} at most.`,
  );
}

/** A list, or JSON text of one. Throws NODE_FAILED for anything else. */
function readList(given: unknown): unknown[] {
  const isText = typeof given === 'string';
  const read = isText ? (readJson(given) ?? readJson(given.replace(escaped, '$1'))) : given;
  if (Array.isArray(read)) return read;
  if (isText && given.trim() === '') return [];
  throw new AppError('NODE_FAILED', 'Array Input: is not a list. Enter JSON such as ["a", "b"].');
}

/** What the steps inside have said at last for one element. */
function saidIn(state: AgentFlowState, before: AgentFlowState): string {
  if (state.lastNodeId === undefined || state === before) return '';
  return state.results[state.lastNodeId]?.content ?? '';
}

/** The state after an iteration, back in the one around it if there is one. */
function outside(state: AgentFlowState, outer: IterationElement | undefined): AgentFlowState {
  const after = { ...state };
  delete after.iteration;
  return outer ? { ...after, iteration: outer } : after;
}

/** Runs the steps inside it once for each element of a list. */
export const iterationAgentflow = implementNode({
  name: 'iterationAgentflow',
  icon: 'refresh-cw',
  description: 'Runs the steps inside it once for each element of a list.',
  ...agentFlowStep('iterationAgentflow'),
  step: { entry: 'previous', isPure: true },

  async run({ previous, iterationInput }: { iterationInput: string } & StepEntry, context) {
    const { nodeId, runBody, signal } = context;
    if (!runBody) throw new AppError('FLOW_INVALID', 'Iteration: there are no steps inside it.');
    const elements = readElements(iterationInput);
    let state = joinAgentFlowStates(previous);
    const { iteration: outer } = state;
    const contents: string[] = [];
    for (const [index, value] of elements.entries()) {
      signal.throwIfAborted();
      const iteration = { value, index, isFirst: index === 0, isLast: index === elements.length - 1 };
      const before: AgentFlowState = { ...state, iteration };
      // One after the other: what one writes to the state, the next one reads.
      state = await runBody(before, elements.length);
      contents.push(saidIn(state, before));
    }
    const result = stepResult(contents.join('\n'), { iterationResults: contents });
    return { iterationAgentflow: outside(withResult(state, nodeId, result), outer) };
  },
});
