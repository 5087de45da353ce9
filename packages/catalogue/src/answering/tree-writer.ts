import type { RunContext } from '@tendril/contract/node/run-context';
import type { Answer } from '@tendril/contract/provider/answer';
import type { AnswerWriter, WritingRequest } from '@tendril/contract/provider/answer-writer';
import { askForAnswer } from '../chain/ask-for-answer.ts';
import { formatPrompt } from '../text/format-prompt.ts';
import { answerPrompt } from './answer-prompts.data.ts';
import { packPassages } from './pack-passages.ts';

/** Answers from parts of the passages and then from those answers, until one is left. */
export function treeWriter({
  nodeId,
  prompt,
}: {
  nodeId: string;
  prompt?: string | undefined;
}): AnswerWriter {
  async function write(request: WritingRequest, context: RunContext): Promise<Answer> {
    const { question, documents, model, isAnswer } = request;
    const packs = packPassages(documents, true);
    const ask = (passages: string, isLast: boolean) => {
      const content = formatPrompt(prompt || answerPrompt, { context: passages, query: question }, 'keep');
      const messages = [{ role: 'user' as const, content }];
      return askForAnswer(model, { messages, isAnswer: isLast && isAnswer }, context);
    };
    if (packs.length <= 1) return ask(packs[0] ?? '', true);
    const answers: string[] = [];
    for (const pack of packs) answers.push((await ask(pack, false)).text ?? '');
    // Answers that are no shorter than what they were made from would never end.
    if (answers.join('').length >= documents.map(({ pageContent }) => pageContent).join('').length)
      return ask(answers.join('\n'), true);
    const summaries = answers.map((pageContent) => ({ pageContent, metadata: {} }));
    return write({ ...request, documents: summaries }, context);
  }
  return { nodeId, write };
}
