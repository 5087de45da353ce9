import type { Chain } from '@tendril/contract/provider/answer';
import type { PromptTemplate } from '@tendril/contract/provider/prompt';
import { askForAnswer } from '../../chain/ask-for-answer.ts';
import { checkModeration } from '../../chain/check-moderation.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import { askModel } from '../../model/ask-model.ts';
import { traceStep } from '../../step/trace-step.ts';
import { formatPrompt } from '../../text/format-prompt.ts';
import { boundedText } from '../../tools/bounded-text.ts';

const cypherDefault = `Write one Cypher statement that reads what the question asks from this graph. Give only the statement.

<schema>
{schema}
</schema>

Question: {question}`;
const answerDefault = `Answer the question from these rows of a database and from nothing else.

<rows>
{context}
</rows>

Question: {question}`;

function fill(prompt: PromptTemplate | undefined, otherwise: string, values: Record<string, string>): string {
  const template = prompt?.messages.map((message) => message.template).join('\n\n') || otherwise;
  return formatPrompt(template, { ...prompt?.values, ...values }, 'keep');
}

/** Cypher as models write it: with a fence around it, and a name before it. */
const bare = (text: string) => (/```(?:cypher)?\s*([\s\S]*?)```/i.exec(text)?.[1] ?? text).trim();

/** Answers questions from a graph. */
export const graphCypherQAChain = implementNode({
  name: 'graphCypherQAChain',
  icon: 'waypoints',
  description: 'Lets a model ask a graph in Cypher, and answers from what it finds.',

  async run(form, current) {
    const { nodeId, output, question: asked } = current;
    const { graph, cypherPrompt, qaPrompt, inputModeration, returnDirect } = form;
    const writer = form.cypherModel ?? form.model;
    const reader = form.qaModel ?? form.model;
    const chain: Chain = {
      nodeId,
      async invoke(question, context) {
        const refusal = await checkModeration(inputModeration, question, context);
        if (refusal) return refusal;
        const values = { schema: await graph.schema(context), question, query: question };
        const content = fill(cypherPrompt, cypherDefault, values);
        const written = await askModel(writer, { messages: [{ role: 'user', content }] }, context);
        const cypher = bare(written.text);
        const step = { kind: 'tool', name: 'Cypher', nodeId, input: { cypher } } as const;
        const rows = await traceStep(step, context, () => graph.query(cypher, context));
        if (returnDirect) return { json: rows };
        const found = { context: boundedText(rows), question };
        const messages = [{ role: 'user' as const, content: fill(qaPrompt, answerDefault, found) }];
        return askForAnswer(reader, { messages, isAnswer: true }, context);
      },
    };
    if (output !== 'outputPrediction') return { graphCypherQAChain: chain };
    const answer = await chain.invoke(asked, { ...current, isStreaming: false });
    return { outputPrediction: answer.text ?? answer.json };
  },
});
