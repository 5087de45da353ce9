import { implementNode } from '../../interfaces/implement-node.ts';
import { askService } from '../../tools/ask-service.ts';
import { readSecret } from '../../tools/read-secret.ts';
import { searchTool } from '../../tools/search-tool.ts';

/** Computed answers of WolframAlpha. */
export const wolframAlpha = implementNode({
  name: 'wolframAlpha',
  icon: 'wolfram',
  description: 'Computes answers with WolframAlpha: mathematics, science, units, dates.',

  async run(_inputs, context) {
    const appId = await readSecret(context, 'wolframAlphaAppId', 'WolframAlpha');
    return {
      wolframAlpha: searchTool({
        nodeId: context.nodeId,
        name: 'wolfram_alpha',
        description:
          'Computes answers about mathematics, science, units, dates and facts. Takes a question in English.',
        ask(question, asking) {
          const url = `https://www.wolframalpha.com/api/v1/llm-api?${new URLSearchParams({ appid: appId, input: question })}`;
          return askService({ service: 'WolframAlpha', url, secrets: [appId] }, asking);
        },
      }),
    };
  },
});
