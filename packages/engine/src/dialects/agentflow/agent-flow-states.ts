import {
  type AgentFlowState,
  isAgentFlowState,
  type StepResult,
} from '@tendril/contract/provider/agent-flow';
import type { Answer } from '@tendril/contract/provider/answer';
import type { EdgeStates } from '../../edge-states.ts';

function lastResult({ results, lastNodeId }: AgentFlowState): StepResult | undefined {
  return lastNodeId === undefined ? undefined : results[lastNodeId];
}

/** What the last step has said, and how it came about. */
function answerOf(state: AgentFlowState): Answer {
  const { reasoning, usedTools, sourceDocuments, messages } = state;
  return {
    text: lastResult(state)?.content ?? messages.at(-1)?.content ?? '',
    ...(reasoning.length > 0 && { agentReasoning: [...reasoning] }),
    ...(usedTools.length > 0 && { usedTools: [...usedTools] }),
    ...(sourceDocuments.length > 0 && { sourceDocuments: [...sourceDocuments] }),
  };
}

/** The state of an agent flow, which is plain JSON as it is. */
export const agentFlowStates: EdgeStates = {
  isState: isAgentFlowState,
  describe(state: AgentFlowState) {
    const { output, content = '' } = lastResult(state) ?? {};
    return { content, ...output, state: state.values, messages: state.messages.length };
  },
  answer: answerOf,
  isStreamed({ messages, lastNodeId }: AgentFlowState) {
    const last = messages.at(-1);
    return last?.isStreamed === true && last.nodeId === lastNodeId;
  },
  reasoning: ({ reasoning }: AgentFlowState) => reasoning,
  freeze: (state: AgentFlowState) => state,
  storesChanges: true,
  neededBy: () => [],
  thaw: (frozen) => frozen,
  sessionState: ({ values }: AgentFlowState) => values,
};
