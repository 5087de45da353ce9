import type { JSONSchema7 } from '@ai-sdk/provider';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { type AskMessage, askModel } from '../model/ask-model.ts';
import { checkShape } from '../text/check-shape.ts';

/** What a supervisor answers when the work is done. */
export const finish = 'FINISH';

/** A supervisor's decision. */
export interface NextStep {
  reasoning: string;
  /** Name of a worker, or FINISH. */
  next: string;
  /** What that worker is to do; at the end what is to be said. */
  instructions: string;
}

function schemaOf(choices: readonly string[]): JSONSchema7 {
  return {
    type: 'object',
    properties: {
      reasoning: { type: 'string', description: 'Why this one is next, in a sentence' },
      next: { type: 'string', enum: [...choices], description: `Who works next, or ${finish}` },
      instructions: {
        type: 'string',
        description: 'What exactly is to be done, with all that is needed for it',
      },
    },
    required: ['reasoning', 'next', 'instructions'],
    additionalProperties: false,
  };
}

interface Choosing {
  model: ChatModel;
  prompt: string;
  names: readonly string[];
  /** Who has worked already: a model that cannot decide takes what comes first. */
  done: ReadonlySet<string>;
}

const question = 'Given the conversation above, who should act next, if anybody?';

/** Asks a supervisor's model who works next. Throws NODE_FAILED for an answer that names no worker. */
export async function chooseNext(
  { model, prompt, names, done }: Choosing,
  conversation: readonly AskMessage[],
  context: RunContext,
): Promise<NextStep> {
  const fresh = names.filter((name) => !done.has(name));
  const choices = [...fresh, finish, ...names.filter((name) => done.has(name))];
  const messages: AskMessage[] = [
    { role: 'system', content: `${prompt}\n\nWho can be next: ${choices.join(', ')}.` },
    ...conversation,
    { role: 'user', content: question },
  ];
  const schema = schemaOf(choices);
  const { text } = await askModel(model, { messages, schema }, context);
  return checkShape(text, schema) as NextStep;
}
