import { output } from '@tendril/contract/node/anchor';
import { joinAgentFlowStates, stepResult, withResult } from '../../agentflow/agent-flow-run.ts';
import { agentFlowStep, type StepEntry } from '../../agentflow/agent-flow-step.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';

type ReplyInputs = NodeInputs['directReplyAgentflow'] & StepEntry;

/** A step of an agent flow that answers with a text of its own. */
export const directReplyAgentflow = implementNode({
  name: 'directReplyAgentflow',
  icon: 'reply',
  description: 'Answers with a text you write, and with what earlier steps have found.',
  ...agentFlowStep('directReplyAgentflow'),
  step: { entry: 'previous', isPure: true },
  // Nothing follows it; the executor takes the answer from here.
  outputs: { directReplyAgentflow: output(['DirectReply'], { label: 'Direct Reply', isInner: true }) },

  async run({ previous, directReplyMessage: content }: ReplyInputs, context) {
    const { nodeId, isAnswer, isStreaming, emit } = context;
    const isStreamed = isAnswer === true && isStreaming && content !== '';
    if (isStreamed) emit({ type: 'text-delta', text: content });
    const messages = [{ role: 'assistant' as const, content, nodeId, ...(isStreamed && { isStreamed }) }];
    const state = withResult(joinAgentFlowStates(previous), nodeId, stepResult(content), { messages });
    return { directReplyAgentflow: state };
  },
});
