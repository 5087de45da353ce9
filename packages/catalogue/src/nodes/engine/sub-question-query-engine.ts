import type { Chain } from '@tendril/contract/provider/answer';
import type { SourceDocument } from '@tendril/contract/provider/document';
import { flatTools } from '../../agent/flat-tools.ts';
import { refineWriter } from '../../answering/refine-writer.ts';
import { splitQuestion } from '../../answering/split-question.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import { traceStep } from '../../step/trace-step.ts';

/** Splits a question among several indexes. */
export const subQuestionQueryEngine = implementNode({
  name: 'subQuestionQueryEngine',
  icon: 'split',
  description: 'Splits a question into questions for several query engines and answers from their answers.',

  async run({ queryEngineTools, model, responseSynthesizer, returnSourceDocuments }, { nodeId }) {
    const tools = flatTools(queryEngineTools);
    const writer = responseSynthesizer ?? refineWriter({ nodeId, areTogether: true });
    const subQuestionQueryEngine: Chain = {
      nodeId,
      async invoke(question, context) {
        // What the engines say belongs to the answer to come, not to the one that is streamed.
        const quiet = { ...context, isStreaming: false };
        const documents: SourceDocument[] = [];
        const sources: SourceDocument[] = [];
        for (const { question: part, tool } of await splitQuestion(question, tools, model, context)) {
          const step = { kind: 'tool', name: tool.name, nodeId, input: { question: part } } as const;
          const found = await traceStep(step, context, () => tool.execute({ input: part }, quiet));
          const pageContent = `Question: ${part}\nAnswer: ${found.text}`;
          documents.push({ pageContent, metadata: { source: tool.name } });
          sources.push(...(found.sourceDocuments ?? []));
        }
        const answer = await writer.write({ question, documents, model, isAnswer: true }, context);
        if (!returnSourceDocuments) return answer;
        const shown = sources.length > 0 ? sources : documents;
        context.emit({ type: 'source-documents', documents: shown });
        return { ...answer, sourceDocuments: shown };
      },
    };
    return { subQuestionQueryEngine };
  },
});
