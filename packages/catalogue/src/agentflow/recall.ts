import type { RunContext } from '@tendril/contract/node/run-context';
import type { AgentFlowMessage, AgentFlowState } from '@tendril/contract/provider/agent-flow';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { ChatTurn } from '@tendril/contract/provider/memory';
import { firstKept } from '../chain/first-kept.ts';
import { summariseHistory } from '../chain/summarise-history.ts';
import type { AskMessage } from '../model/ask-model.ts';

/** "Memory" of a step that asks a model. */
export interface MemoryChoice {
  isEnabled: boolean;
  type: 'allMessages' | 'windowSize' | 'conversationSummary' | 'conversationSummaryBuffer' | undefined;
  windowSize: number | undefined;
  maxTokenLimit: number | undefined;
}

const defaultWindow = 20;
const defaultTokens = 2000;

const toAsked = ({ role, content }: AgentFlowMessage): AskMessage => ({ role, content });
const toTurn = ({ role, content }: AgentFlowMessage): ChatTurn => ({
  role: role === 'assistant' ? role : 'user',
  content,
});

/** The messages before `at` in a few sentences, the others as they were said. */
async function summarised(
  messages: readonly AgentFlowMessage[],
  at: number,
  model: ChatModel,
  context: RunContext,
): Promise<AskMessage[]> {
  const kept = messages.slice(at).map(toAsked);
  if (at === 0) return kept;
  const { nodeId } = context;
  const summary = await summariseHistory({ nodeId, model }, messages.slice(0, at).map(toTurn), context);
  return [{ role: 'system', content: `Summary of the conversation until then: ${summary}` }, ...kept];
}

/** The conversation as a step's model sees it; the last message is always there as it was said. */
export async function recall(
  { type, windowSize = defaultWindow, maxTokenLimit = defaultTokens }: MemoryChoice,
  model: ChatModel,
  { messages, runStart }: AgentFlowState,
  context: RunContext,
): Promise<AskMessage[]> {
  const last = Math.max(0, messages.length - 1);
  switch (type) {
    case 'windowSize':
      // A window counts questions, each with its answer.
      return messages.slice(-Math.max(1, windowSize * 2)).map(toAsked);
    case 'conversationSummary':
      return summarised(messages, Math.min(runStart, last), model, context);
    case 'conversationSummaryBuffer':
      return summarised(messages, Math.min(firstKept(messages, maxTokenLimit), last), model, context);
    default:
      return messages.map(toAsked);
  }
}
