import type { AnswerWriter } from '@tendril/contract/provider/answer-writer';
import { askForAnswer } from '../chain/ask-for-answer.ts';
import { formatPrompt } from '../text/format-prompt.ts';
import { answerPrompt, refinePrompt } from './answer-prompts.data.ts';
import { packPassages } from './pack-passages.ts';

interface RefineForm {
  nodeId: string;
  /** As many passages in one prompt as fit; else each is read by itself. */
  areTogether: boolean;
  textQAPrompt?: string | undefined;
  refinePrompt?: string | undefined;
}

/** Answers from the first passages and improves the answer with the next, until all were read. */
export function refineWriter({ nodeId, areTogether, ...prompts }: RefineForm): AnswerWriter {
  const first = prompts.textQAPrompt || answerPrompt;
  const further = prompts.refinePrompt || refinePrompt;
  return {
    nodeId,
    async write({ question, documents, model, isAnswer }, context) {
      const packs = packPassages(documents, areTogether);
      // Without passages the model is asked once all the same: it says that it does not know.
      const texts = packs.length > 0 ? packs : [''];
      let existingAnswer = '';
      for (const [index, passages] of texts.entries()) {
        const values = { context: passages, query: question, existingAnswer };
        const content = formatPrompt(index === 0 ? first : further, values, 'keep');
        const messages = [{ role: 'user' as const, content }];
        const isLast = index === texts.length - 1;
        const answer = await askForAnswer(model, { messages, isAnswer: isLast && isAnswer }, context);
        if (isLast) return answer;
        existingAnswer = answer.text ?? '';
      }
      return { text: existingAnswer };
    },
  };
}
