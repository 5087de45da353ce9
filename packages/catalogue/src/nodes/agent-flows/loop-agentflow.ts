import { output } from '@tendril/contract/node/anchor';
import { joinAgentFlowStates, stepResult, withResult } from '../../agentflow/agent-flow-run.ts';
import { agentFlowStep, type StepEntry } from '../../agentflow/agent-flow-step.ts';
import { stateUpdates } from '../../agentflow/state-updates.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';

type LoopInputs = NodeInputs['loopAgentflow'] & StepEntry;

/** Goes back to an earlier step, so often; after that it answers. */
export const loopAgentflow = implementNode({
  name: 'loopAgentflow',
  icon: 'repeat',
  description: 'Goes back to an earlier step, a number of times at most.',
  ...agentFlowStep('loopAgentflow'),
  step: { entry: 'previous', isPure: true },
  outputs: {
    loopAgentflow: output(['Loop'], { label: 'Loop', isInner: true }),
    fallback: output(['Loop'], { label: 'Fallback', isInner: true }),
  },

  async run(inputs: LoopInputs, { nodeId }) {
    const { maxLoopCount, fallbackMessage, loopBackToNode } = inputs;
    const state = joinAgentFlowStates(inputs.previous);
    const count = state.loops[nodeId] ?? 0;
    if (count >= maxLoopCount) {
      const content =
        fallbackMessage || `The loop ended after going back ${maxLoopCount} times, which is its limit.`;
      const messages = [{ role: 'assistant' as const, content, nodeId }];
      return { fallback: withResult(state, nodeId, stepResult(content, { maxLoopCount }), { messages }) };
    }
    const [target = ''] = loopBackToNode.split('-');
    const result = stepResult(`Goes back to ${loopBackToNode}`, { nodeID: target, maxLoopCount });
    const values = stateUpdates(inputs.loopUpdateState, result);
    const next = withResult(state, nodeId, result, { values });
    return { loopAgentflow: { ...next, loops: { ...next.loops, [nodeId]: count + 1 } } };
  },
});
