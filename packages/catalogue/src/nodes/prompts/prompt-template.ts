import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { toPromptValues } from '../../text/prompt-values.ts';

/** A text with placeholders. */
export const promptTemplate = defineNode({
  name: 'promptTemplate',
  label: 'Prompt Template',
  version: 1,
  category: 'Prompts',
  description: 'A prompt with places in braces that values fill.',
  icon: 'braces',
  isDerived: true,
  inputs: {
    template: param.string({
      isPromptTemplate: true,
      label: 'Template',
      rows: 4,
      placeholder: 'What would be a good name for a shop that sells {product}?',
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
    promptTemplate: output(['PromptTemplate', 'BaseStringPromptTemplate', 'BasePromptTemplate', 'Runnable'], {
      label: 'Prompt Template',
    }),
  },

  async run({ template, promptValues }, { nodeId }) {
    return {
      promptTemplate: {
        nodeId,
        messages: [{ role: 'user', template }],
        values: toPromptValues(promptValues),
      },
    };
  },
});
