import type { RunContext } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { Moderation } from '@tendril/contract/provider/moderation';
import { implementNode } from '../../interfaces/implement-node.ts';
import { askModel } from '../../model/ask-model.ts';

async function isAlike(
  model: ChatModel,
  question: string,
  denied: string,
  context: RunContext,
): Promise<boolean> {
  const content = `Are these two texts alike in what they ask for? Answer with Yes or No and nothing else.\n<first>${question}</first>\n<second>${denied}</second>`;
  const { text } = await askModel(model, { messages: [{ role: 'user', content }] }, context);
  return /^\W*yes\b/i.test(text);
}

/** Refuses questions that hold, or come close to, a line of a list. */
export const inputModerationSimple = implementNode({
  name: 'inputModerationSimple',
  icon: 'flag',
  description: 'Refuses a question that holds a text of your list; with a model, also one that comes close.',

  async run({ denyList, model, moderationErrorMessage }, { nodeId }) {
    const denied = denyList
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    const moderation: Moderation = {
      nodeId,
      async check(question, context) {
        const asked = question.toLowerCase();
        if (denied.some((line) => asked.includes(line.toLowerCase()))) return moderationErrorMessage;
        if (!model) return undefined;
        const alike = await Promise.all(denied.map((line) => isAlike(model, question, line, context)));
        return alike.includes(true) ? moderationErrorMessage : undefined;
      },
    };
    return { inputModerationSimple: moderation };
  },
});
