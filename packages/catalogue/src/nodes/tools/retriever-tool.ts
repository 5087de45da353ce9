import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { toToolName } from '../../text/tool-name.ts';
import { documentTool } from '../../tools/document-tool.ts';

/** Lets a model look things up in documents. */
export const retrieverTool = defineNode({
  name: 'retrieverTool',
  label: 'Retriever Tool',
  version: 2,
  category: 'Tools',
  description: 'Lets an agent search documents.',
  icon: 'search',
  inputs: {
    retriever: anchor('BaseRetriever', { label: 'Retriever' }),
    name: param.string({ label: 'Retriever Name', placeholder: 'search_house_rules' }),
    description: param.string({
      isPrompt: true,
      label: 'Retriever Description',
      description: 'Tells the agent when to search here.',
      rows: 3,
      placeholder: 'Searches the house rules. Use it for every question about opening hours, pets and noise.',
    }),
    returnSourceDocuments: param.boolean({
      label: 'Return Source Documents',
      optional: true,
      default: false,
    }),
  },
  outputs: {
    retrieverTool: output(['RetrieverTool', 'DynamicTool', 'Tool', 'StructuredTool', 'Runnable'], {
      label: 'Retriever Tool',
    }),
  },

  async run({ retriever, name, description, returnSourceDocuments }, { nodeId }) {
    return {
      retrieverTool: documentTool({
        nodeId,
        name: toToolName(name, 'search_documents'),
        description,
        showsSources: returnSourceDocuments,
        retrieve: (question, context) => retriever.retrieve(question, context),
      }),
    };
  },
});
