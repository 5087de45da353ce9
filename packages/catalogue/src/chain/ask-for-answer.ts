import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { Answer } from '@tendril/contract/provider/answer';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { OutputParser } from '@tendril/contract/provider/output-parser';
import { type AskMessage, askModel } from '../model/ask-model.ts';

interface AnswerRequest {
  messages: readonly AskMessage[];
  outputParser?: OutputParser | undefined;
  /** The text is streamed. */
  isAnswer: boolean;
}

function withInstructions(messages: readonly AskMessage[], instructions: string): AskMessage[] {
  const last = messages.at(-1);
  if (!last) return [{ role: 'user', content: instructions }];
  return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${instructions}` }];
}

async function parseOnce(
  text: string,
  parser: OutputParser,
  model: ChatModel,
  context: RunContext,
): Promise<unknown> {
  try {
    return parser.parse(text);
  } catch (error) {
    if (!parser.isSelfRepairing || !(error instanceof AppError)) throw error;
    const content = `${parser.instructions}\n\nThis text does not follow these rules:\n${text}\n\nWhat is wrong: ${error.message}\n\nWrite it again so that it does. Give nothing else.`;
    const schema = parser.schema ? { schema: parser.schema } : {};
    const second = await askModel(model, { messages: [{ role: 'user', content }], ...schema }, context);
    return parser.parse(second.text);
  }
}

/** Asks a model for an answer: its text, or what the output parser reads in it. */
export async function askForAnswer(
  model: ChatModel,
  request: AnswerRequest,
  context: RunContext,
): Promise<Answer> {
  const { messages, outputParser, isAnswer } = request;
  if (!outputParser) return { text: (await askModel(model, { messages, isAnswer }, context)).text };
  const { text } = await askModel(
    model,
    {
      messages: withInstructions(messages, outputParser.instructions),
      ...(outputParser.schema && { schema: outputParser.schema }),
    },
    context,
  );
  return { json: await parseOnce(text, outputParser, model, context) };
}
