import type { RunContext } from '@tendril/contract/node/run-context';
import type { AgentFlowState } from '@tendril/contract/provider/agent-flow';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { AskMessage } from '../model/ask-model.ts';
import { type MemoryChoice, recall } from './recall.ts';

/** What a step's form says of its prompt. */
interface StepPrompt {
  model: ChatModel;
  messages: readonly { role?: string; content?: string }[] | undefined;
  memory: MemoryChoice;
  userMessage: string | undefined;
}

function roleOf(role: string | undefined): AskMessage['role'] {
  if (role === 'system' || role === 'developer') return 'system';
  return role === 'assistant' ? 'assistant' : 'user';
}

const isSystem = ({ role }: AskMessage) => role === 'system';

/** Some vendors take instructions at the beginning only. */
const instructionsFirst = (messages: readonly AskMessage[]) => [
  ...messages.filter(isSystem),
  ...messages.filter((message) => !isSystem(message)),
];

/** The prompt of a step: its own messages, the conversation where it has memory, its input message. */
export async function stepPrompt(
  { model, messages = [], memory, userMessage }: StepPrompt,
  state: AgentFlowState,
  context: RunContext,
): Promise<AskMessage[]> {
  const own = messages.flatMap(({ role, content }): AskMessage[] =>
    content?.trim() ? [{ role: roleOf(role), content }] : [],
  );
  const input: AskMessage[] = userMessage?.trim() ? [{ role: 'user', content: userMessage }] : [];
  if (memory.isEnabled) {
    const recalled = await recall(memory, model, state, context);
    return instructionsFirst([...own, ...recalled, ...input]);
  }
  const asked = [...own, ...input];
  const last = state.messages.at(-1);
  // Instructions alone are no prompt: they are for what has been said last, at first the question.
  const isInstructionOnly = asked.every(isSystem) && last !== undefined;
  return instructionsFirst([
    ...asked,
    ...(isInstructionOnly ? [{ role: 'user' as const, content: last.content }] : []),
  ]);
}
