import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import type { Chain } from '@tendril/contract/provider/answer';
import { flatTools } from '../../agent/flat-tools.ts';
import { defaultToolCalls, runAgent } from '../../agent/run-agent.ts';
import { checkModeration } from '../../chain/check-moderation.ts';
import { documentTool } from '../../tools/document-tool.ts';

const instructions = (name: string, role: string) =>
  `You are ${name}, ${role}. You decide by yourself how to reach the goal that you are given: split it into steps, use the tools for each, look things up in what is stored, check what you have, and report the result once the goal is reached. Do not ask anybody for help.`;

/** An agent that works towards a goal by itself, with stored documents to look things up in. */
export const autoGPT = defineNode({
  name: 'autoGPT',
  label: 'AutoGPT',
  version: 2,
  category: 'Agents',
  description: 'Works towards a goal by itself: plans, calls tools, looks things up, reports.',
  icon: 'bot',
  role: 'ending',
  inputs: {
    tools: anchor('Tool', { label: 'Allowed Tools', list: true }),
    model: anchor('BaseChatModel', { label: 'Chat Model' }),
    vectorStoreRetriever: anchor('BaseRetriever', { label: 'Vector Store Retriever' }),
    inputModeration: anchor('Moderation', {
      label: 'Input Moderation',
      description: 'Looks at the goal first; a refused one never reaches the model.',
      optional: true,
      list: true,
    }),
    aiName: param.string({ label: 'AutoGPT Name', placeholder: 'Tom', optional: true }),
    aiRole: param.string({ isPrompt: true, label: 'AutoGPT Role', placeholder: 'Assistant', optional: true }),
    maxLoop: param.number({
      label: 'Maximum Loop',
      description: `How many tool calls it may take; ${defaultToolCalls} when empty.`,
      default: 5,
      optional: true,
      min: 1,
      max: 200,
    }),
  },
  outputs: { autoGPT: output(['AutoGPT'], { label: 'AutoGPT' }) },

  async run({ tools, model, vectorStoreRetriever, inputModeration, aiName, aiRole, maxLoop }, { nodeId }) {
    const stored = documentTool({
      nodeId,
      name: 'search_memory',
      description: 'Finds what is stored about something.',
      showsSources: false,
      retrieve: (question, context) => vectorStoreRetriever.retrieve(question, context),
    });
    const content = instructions(aiName || 'Tom', aiRole || 'an assistant');
    const chain: Chain = {
      nodeId,
      async invoke(question, context) {
        const refusal = await checkModeration(inputModeration, question, context);
        if (refusal) return refusal;
        const messages = [
          { role: 'system' as const, content },
          { role: 'user' as const, content: question },
        ];
        const loop = { tools: [...flatTools(tools), stored], maxToolCalls: maxLoop };
        return runAgent({ model, messages, ...loop, isAnswer: true }, context);
      },
    };
    return { autoGPT: chain };
  },
});
