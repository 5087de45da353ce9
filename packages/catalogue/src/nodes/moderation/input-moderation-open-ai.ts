import type { RunContext } from '@tendril/contract/node/run-context';
import type { Moderation } from '@tendril/contract/provider/moderation';
import * as z from 'zod';
import { implementNode } from '../../interfaces/implement-node.ts';
import { postJson } from '../../model/post-json.ts';
import { readKey } from '../../model/read-key.ts';
import { openAiUrl } from '../../providers/openai/connection.ts';
import { traceStep } from '../../step/trace-step.ts';

const reply = z.object({
  results: z.array(z.object({ flagged: z.boolean(), categories: z.record(z.string(), z.boolean()) })),
});

async function flaggedFor(question: string, apiKey: string, context: RunContext): Promise<string[]> {
  const request = {
    url: `${openAiUrl}/moderations`,
    headers: { authorization: `Bearer ${apiKey}` },
    body: { model: 'omni-moderation-latest', input: question },
    provider: 'openai',
  };
  const { results } = reply.parse(await postJson(request, context));
  return results.flatMap(({ flagged, categories }) =>
    flagged ? ['flagged', ...Object.keys(categories).filter((name) => categories[name])] : [],
  );
}

/** Refuses questions that OpenAI's moderation flags. */
export const inputModerationOpenAI = implementNode({
  name: 'inputModerationOpenAI',
  icon: 'openai',
  description: "Refuses a question that OpenAI's moderation finds harmful.",

  async run({ moderationErrorMessage }, context) {
    const { nodeId } = context;
    const apiKey = await readKey(context, 'openAIApiKey', 'OpenAI moderation');
    const moderation: Moderation = {
      nodeId,
      async check(question, current) {
        const step = { kind: 'request', name: 'OpenAI Moderation', nodeId, input: { question } } as const;
        const found = await traceStep(step, current, () => flaggedFor(question, apiKey, current));
        return found.length > 0 ? moderationErrorMessage : undefined;
      },
    };
    return { inputModerationOpenAI: moderation };
  },
});
