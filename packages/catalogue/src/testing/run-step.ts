import type { AnyNode } from '@tendril/contract/node/define-node';
import type { RunContext } from '@tendril/contract/node/run-context';
import { isVisible, shownForm, withDefaultsOf } from '@tendril/contract/node/visibility';
import type { AgentFlowState } from '@tendril/contract/provider/agent-flow';
import { startState } from '../agentflow/agent-flow-run.ts';
import { loadNode } from './run-node.ts';

/** The state of an agent flow at its first step, after one question. */
export function askedState(question: string, values: Record<string, unknown> = {}): AgentFlowState {
  return startState({ history: [], messages: [{ role: 'user', content: question }], values });
}

/** Values by their schema where the form shows them, and the parts that the form chooses, as they are. */
function readStep(node: AnyNode, given: Record<string, unknown>): Record<string, unknown> {
  const drawn = withDefaultsOf(node.inputs, given);
  const values = { ...given };
  for (const [name, input] of Object.entries(node.inputs)) {
    if (input.kind !== 'param') continue;
    const param = shownForm(input, drawn);
    values[name] = isVisible(param, drawn) ? param.schema.parse(given[name] ?? '') : undefined;
  }
  return values;
}

/** Runs a step of an agent flow as the engine would, with the parts that its form chooses; all outputs. */
export async function runStep(
  name: string,
  given: Record<string, unknown>,
  context: RunContext,
): Promise<Record<string, AgentFlowState>> {
  const node = await loadNode(name);
  const outputs = await node.run?.(readStep(node, given) as never, context);
  return outputs as Record<string, AgentFlowState>;
}

/** The same for a step with one output. */
export async function stepState(
  name: string,
  given: Record<string, unknown>,
  context: RunContext,
): Promise<AgentFlowState> {
  const state = (await runStep(name, given, context))[name];
  if (!state) throw new Error(`${name} passed nothing on.`);
  return state;
}
