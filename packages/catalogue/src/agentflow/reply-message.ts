import type { RunContext } from '@tendril/contract/node/run-context';
import type { AgentFlowMessage, StepResult } from '@tendril/contract/provider/agent-flow';

/** A step's result as a message of the conversation, in the role that "Return Response As" chooses. */
export function replyMessage(
  returnAs: 'userMessage' | 'assistantMessage',
  { content }: StepResult,
  isStreamed: boolean,
  { nodeId }: RunContext,
): AgentFlowMessage {
  const role = returnAs === 'assistantMessage' ? 'assistant' : 'user';
  return { role, content, nodeId, ...(isStreamed && { isStreamed }) };
}
