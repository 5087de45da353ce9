import { implementNode } from '../../interfaces/implement-node.ts';
import { actionTools } from '../../tools/action-tools.ts';
import { bearerService } from '../../tools/bearer-service.ts';
import { outlookActions } from '../../tools/outlook-actions.ts';

/** Lets a model work with Outlook. */
export const microsoftOutlook = implementNode({
  name: 'microsoftOutlook',
  icon: 'microsoft',
  description: 'Lets an agent read and write messages and events of Outlook.',

  async run(inputs, context) {
    const base = 'https://graph.microsoft.com/v1.0/me';
    const service = await bearerService(context, { service: 'Microsoft Outlook', base, prefix: 'outlook' });
    const kind = inputs.outlookType;
    const chosen = { calendar: inputs.calendarActions, message: inputs.messageActions }[kind];
    return { microsoftOutlook: actionTools(outlookActions[kind], chosen, service, inputs) };
  },
});
