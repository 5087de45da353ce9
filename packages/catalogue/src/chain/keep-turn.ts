import type { RunContext } from '@tendril/contract/node/run-context';
import type { Answer } from '@tendril/contract/provider/answer';
import type { ChatMemory } from '@tendril/contract/provider/memory';
import { toPromptText } from '../text/format-prompt.ts';

/** An answer, once a memory that is elsewhere has it too. */
export async function keepTurn(
  memory: ChatMemory | undefined,
  question: string,
  answer: Answer,
  context: RunContext,
): Promise<Answer> {
  await memory?.keep?.(question, answer.text ?? toPromptText(answer.json), context);
  return answer;
}
