import type { RunContext } from '@tendril/contract/node/run-context';
import { joinAgentFlowStates, stepResult, withResult } from '../../agentflow/agent-flow-run.ts';
import { branchingStep, type StepEntry } from '../../agentflow/agent-flow-step.ts';
import { isFulfilled, type Match } from '../../agentflow/compare-by-type.ts';
import { runUserCode } from '../../code/run-user-code.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';

type ConditionInputs = NodeInputs['conditionAgentflow'] & StepEntry;

const matchCode = 'return new RegExp($pattern).test($text);';

/** A pattern is the user's code: one that never ends must not stop the server. */
const matchIn =
  (context: RunContext): Match =>
  async (text, pattern) => {
    const variables = { text, pattern };
    const request = { code: matchCode, variables, nodeId: context.nodeId, name: 'Regex' };
    return (await runUserCode(request, context)) === true;
  };

async function firstHeld(conditions: ConditionInputs['conditions'], context: RunContext): Promise<number> {
  for (const [index, condition] of conditions.entries())
    if (await isFulfilled(condition, index, matchIn(context))) return index;
  return -1;
}

/** Branches an agent flow: the output of the first condition that holds, else the last one. */
export const conditionAgentflow = implementNode({
  name: 'conditionAgentflow',
  icon: 'split',
  description: 'Sends an agent flow one of several ways, by comparing texts, numbers or yes and no.',
  ...branchingStep(),
  step: { entry: 'previous', isPure: true },

  async run({ previous, conditions }: ConditionInputs, context) {
    const { nodeId } = context;
    const held = await firstHeld(conditions, context);
    const taken = held === -1 ? conditions.length : held;
    const shown = conditions.map((condition, index) => ({ ...condition, isFulfilled: index === taken }));
    const result = stepResult(held === -1 ? 'Else' : `Condition ${held}`, { conditions: shown });
    return { [String(taken)]: withResult(joinAgentFlowStates(previous), nodeId, result) };
  },
});
