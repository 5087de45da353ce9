import { implementNode } from '../../interfaces/implement-node.ts';
import { actionTools } from '../../tools/action-tools.ts';
import { bearerService } from '../../tools/bearer-service.ts';
import { googleDocsActions } from '../../tools/google-docs-actions.ts';

/** Lets a model work with Google Docs. */
export const googleDocsTool = implementNode({
  name: 'googleDocsTool',
  icon: 'google',
  description: 'Lets an agent read and write documents of Google Docs.',

  async run(inputs, context) {
    const vendor = { service: 'Google Docs', base: 'https://docs.googleapis.com/v1', prefix: 'google_docs' };
    const service = await bearerService(context, vendor);
    return { googleDocsTool: actionTools(googleDocsActions, inputs.actions, service, inputs) };
  },
});
