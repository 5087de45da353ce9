import type { RunContext } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { Tool } from '@tendril/contract/provider/tool';
import * as z from 'zod';
import { askModel } from '../model/ask-model.ts';
import { readJson } from '../text/read-json.ts';

interface SubQuestion {
  question: string;
  tool: Tool;
}

const written = z.object({ questions: z.array(z.object({ question: z.string(), tool: z.string() })) });
const schema = {
  type: 'object' as const,
  properties: {
    questions: {
      type: 'array' as const,
      items: {
        type: 'object' as const,
        properties: { question: { type: 'string' as const }, tool: { type: 'string' as const } },
        required: ['question', 'tool'],
        additionalProperties: false,
      },
    },
  },
  required: ['questions'],
  additionalProperties: false,
};
const mostQuestions = 8;

/** The questions into which a model splits one, each for a tool; the question itself for the first where it splits none. */
export async function splitQuestion(
  question: string,
  tools: readonly Tool[],
  model: ChatModel,
  context: RunContext,
): Promise<SubQuestion[]> {
  const list = tools.map(({ name, description }) => `- ${name}: ${description}`).join('\n');
  const content = `Split the question into the questions that have to be answered for it, each for the one tool that can answer it. Give only JSON such as {"questions":[{"question":"...","tool":"..."}]}.

Tools:
${list}

Question: ${question}`;
  const { text } = await askModel(model, { messages: [{ role: 'user', content }], schema }, context);
  const read = written.safeParse(readJson(text));
  const asked = (read.success ? read.data.questions : []).flatMap((one) => {
    const tool = tools.find(({ name }) => name === one.tool);
    return tool ? [{ question: one.question, tool }] : [];
  });
  if (asked.length > 0) return asked.slice(0, mostQuestions);
  return tools.slice(0, 1).map((tool) => ({ question, tool }));
}
