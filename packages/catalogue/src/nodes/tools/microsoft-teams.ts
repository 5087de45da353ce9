import { implementNode } from '../../interfaces/implement-node.ts';
import { actionTools } from '../../tools/action-tools.ts';
import { bearerService } from '../../tools/bearer-service.ts';
import { teamsActions } from '../../tools/teams-actions.ts';

/** Lets a model work with Teams. */
export const microsoftTeams = implementNode({
  name: 'microsoftTeams',
  icon: 'microsoft',
  description: 'Lets an agent read and write in the chats and channels of Teams.',

  async run(inputs, context) {
    const base = 'https://graph.microsoft.com/v1.0';
    const service = await bearerService(context, { service: 'Microsoft Teams', base, prefix: 'teams' });
    const { channelActions, chatActions, chatMessageActions } = inputs;
    const kind = inputs.teamsType;
    const chosen = { channel: channelActions, chat: chatActions, chatMessage: chatMessageActions }[kind];
    return { microsoftTeams: actionTools(teamsActions[kind], chosen, service, inputs) };
  },
});
