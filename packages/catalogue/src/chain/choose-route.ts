import type { JSONSchema7 } from '@ai-sdk/provider';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { askModel } from '../model/ask-model.ts';
import { readJson } from '../text/read-json.ts';

interface Route {
  name?: string;
  description?: string;
}

const none = 'DEFAULT';

/** The route that a model finds best for a question, and the question as it should be asked there. */
export async function chooseRoute<R extends Route>(
  model: ChatModel,
  routes: readonly R[],
  question: string,
  context: RunContext,
): Promise<{ route: R | undefined; question: string }> {
  const names = routes.map(({ name = '' }) => name);
  const list = routes.map(({ name = '', description = '' }) => `${name}: ${description}`).join('\n');
  const content = `Choose who should answer the question below. Answer with nothing but JSON: {"destination": one of the names, or "${none}" when none fits, "next_inputs": the question, put better where that helps}.\n\nNames and what they are for:\n${list}\n\nQuestion: ${question}`;
  const schema: JSONSchema7 = {
    type: 'object',
    properties: {
      destination: { type: 'string', enum: [...names, none] },
      next_inputs: { type: 'string' },
    },
    required: ['destination', 'next_inputs'],
    additionalProperties: false,
  };
  const { text } = await askModel(model, { messages: [{ role: 'user', content }], schema }, context);
  const chosen = (readJson(text) ?? {}) as { destination?: unknown; next_inputs?: unknown };
  const route = routes.find(({ name }) => name !== undefined && name === chosen.destination);
  const asked = typeof chosen.next_inputs === 'string' ? chosen.next_inputs.trim() : '';
  return { route, question: asked || question };
}
