import { implementNode } from '../../interfaces/implement-node.ts';
import { cloudflareUrl } from '../../providers/vendors/cloudflare-url.ts';
import { openChatModel } from '../../providers/vendors/open-chat-model.ts';
import { vendors } from '../../providers/vendors/vendors.data.ts';

/** Chat models of Cloudflare Workers AI. */
export const chatCloudflareWorkersAI = implementNode({
  name: 'chatCloudflareWorkersAI',
  icon: 'cloudflare',
  description: 'Open models on the network of Cloudflare.',

  run: async (inputs, context) => ({
    chatCloudflareWorkersAI: await openChatModel(vendors.cloudflare, inputs, context, {
      baseUrl: await cloudflareUrl(inputs.baseUrl, context),
    }),
  }),
});
