import type { RunContext } from '@tendril/contract/node/run-context';
import type { AgentFlowMessage, AgentFlowState } from '@tendril/contract/provider/agent-flow';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { joinAgentFlowStates, stepResult, withResult } from '../../agentflow/agent-flow-run.ts';
import { branchingStep, type StepEntry } from '../../agentflow/agent-flow-step.ts';
import { requirePart } from '../../agentflow/require-part.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { askModel } from '../../model/ask-model.ts';

type HumanInputs = NodeInputs['humanInputAgentflow'] & StepEntry & { humanInputModelPart?: ChatModel };

const promptDefault =
  'Summarise the conversation between the user and the assistant, and what the assistant has found or is about to do. Then ask the user to check it, in a friendly tone.\n\nGive only the text that the user is to read.';

/** What the person reads: the text of the form, or one that a model writes from the conversation. */
async function describe(inputs: HumanInputs, state: AgentFlowState, context: RunContext): Promise<string> {
  if (inputs.humanInputDescriptionType !== 'dynamic') return inputs.humanInputDescription ?? '';
  const model = requirePart(inputs.humanInputModelPart, 'Model');
  const said = state.messages.map(({ role, content }) => ({ role, content }));
  const prompt = { role: 'user' as const, content: inputs.humanInputModelPrompt || promptDefault };
  return (await askModel(model, { messages: [...said, prompt] }, context)).text;
}

interface Memo {
  description: string;
}

/** Stops an agent flow until a person has decided how it goes on. */
export const humanInputAgentflow = implementNode({
  name: 'humanInputAgentflow',
  icon: 'user-check',
  description: 'Waits for a person, who lets the flow go on or sends it another way, with a comment.',
  ...branchingStep(),

  async run(inputs: HumanInputs, context) {
    const { nodeId, decision } = context;
    const state = joinAgentFlowStates(inputs.previous);
    if (!decision) {
      const description = await describe(inputs, state, context);
      const memo: Memo = { description };
      return context.pause({
        question: description,
        approve: 'Proceed',
        reject: 'Reject',
        toolCalls: [],
        takesNote: inputs.humanInputEnableFeedback === true,
        memo,
      });
    }
    const { description } = decision.memo as Memo;
    const type = decision.isApproved ? 'proceed' : 'reject';
    const feedback = inputs.humanInputEnableFeedback ? (decision.note ?? '') : '';
    const messages: AgentFlowMessage[] = [
      ...(description ? [{ role: 'assistant' as const, content: description, nodeId }] : []),
      ...(feedback ? [{ role: 'user' as const, content: feedback, nodeId }] : []),
    ];
    const result = stepResult(feedback || type, { type, feedback, description });
    return { [decision.isApproved ? '0' : '1']: withResult(state, nodeId, result, { messages }) };
  },
});
