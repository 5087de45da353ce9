import { AppError } from '@tendril/contract/app-error';
import type { Chain } from '@tendril/contract/provider/answer';
import { checkModeration } from '../../chain/check-moderation.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import { traceStep } from '../../step/trace-step.ts';

/** Answers with what Vectara finds and writes itself. */
export const vectaraQAChain = implementNode({
  name: 'vectaraQAChain',
  icon: 'vectara',
  description: 'Answers from a corpus of Vectara, which finds the passages and writes the answer itself.',

  async run(form, { nodeId }) {
    const { vectaraStore: store, inputModeration } = form;
    const { answer } = store;
    if (!answer)
      throw new AppError(
        'FLOW_INVALID',
        'Vectara QA Chain: connect a Vectara store; others write no answers.',
      );
    const vectaraQAChain: Chain = {
      nodeId,
      async invoke(question, context) {
        const refusal = await checkModeration(inputModeration, question, context);
        if (refusal) return refusal;
        const request = {
          question,
          prompt: form.summarizerPromptName,
          language: form.responseLang ?? 'eng',
          count: form.maxSummarizedResults,
        };
        const step = { kind: 'retrieval', name: 'Vectara', nodeId, input: request } as const;
        const { text, documents } = await traceStep(step, context, () => answer(request, context));
        context.emit({ type: 'source-documents', documents });
        context.emit({ type: 'text-delta', text });
        return { text, sourceDocuments: documents };
      },
    };
    return { vectaraQAChain };
  },
});
