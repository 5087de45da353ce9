import { implementNode } from '../../interfaces/implement-node.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Chat models of SambaNova. */
export const chatSambanova = implementNode({
  name: 'chatSambanova',
  icon: 'sambanova',
  description: 'Open models on the fast chips of SambaNova.',

  run: async (inputs, context) => {
    // The address that flow files begin with lacks a letter.
    const basepath = inputs.basepath.replace(/^htps:/, 'https:');
    return { chatSambanova: await openChatModel(vendors.sambanova, { ...inputs, basepath }, context) };
  },
});
