import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { toPromptValues } from '../../text/prompt-values.ts';

/** A system and a human message with placeholders. */
export const chatPromptTemplate = defineNode({
  name: 'chatPromptTemplate',
  label: 'Chat Prompt Template',
  version: 1,
  category: 'Prompts',
  description: 'A system and a human message with places in braces that values fill.',
  icon: 'message-square-quote',
  isDerived: true,
  inputs: {
    systemMessagePrompt: param.string({
      isPromptTemplate: true,
      label: 'System Message',
      rows: 4,
      placeholder: 'You translate from {input_language} into {output_language}.',
    }),
    humanMessagePrompt: param.string({
      isPromptTemplate: true,
      label: 'Human Message',
      description: 'What the person says, after the system message.',
      rows: 4,
      placeholder: '{text}',
    }),
    promptValues: param.json({
      isPrompt: true,
      label: 'Format Prompt Values',
      optional: true,
      acceptVariable: true,
      list: true,
    }),
  },
  outputs: {
    chatPromptTemplate: output(
      ['ChatPromptTemplate', 'BaseChatPromptTemplate', 'BasePromptTemplate', 'Runnable'],
      { label: 'Chat Prompt Template' },
    ),
  },

  async run({ systemMessagePrompt, humanMessagePrompt, promptValues }, { nodeId }) {
    return {
      chatPromptTemplate: {
        nodeId,
        messages: [
          { role: 'system', template: systemMessagePrompt },
          { role: 'user', template: humanMessagePrompt },
        ],
        values: toPromptValues(promptValues),
      },
    };
  },
});
