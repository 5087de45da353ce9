import { implementNode } from '../../interfaces/implement-node.ts';
import { actionTools } from '../../tools/action-tools.ts';
import { bearerService } from '../../tools/bearer-service.ts';
import { gmailActions } from '../../tools/gmail-actions.ts';

/** Lets a model work with Gmail. */
export const gmail = implementNode({
  name: 'gmail',
  icon: 'google',
  description: 'Lets an agent read, write and sort messages in Gmail.',

  async run(inputs, context) {
    const base = 'https://gmail.googleapis.com/gmail/v1/users/me';
    const service = await bearerService(context, { service: 'Gmail', base, prefix: 'gmail' });
    const { draftActions, messageActions, labelActions, threadActions } = inputs;
    const chosen = {
      drafts: draftActions,
      messages: messageActions,
      labels: labelActions,
      threads: threadActions,
    };
    const kind = inputs.gmailType;
    return { gmail: actionTools(gmailActions[kind], chosen[kind], service, inputs) };
  },
});
