import { type ActionCase, tryActions } from '../../testing/try-actions.ts';

const api = '/v1.0';
const found = { answer: { value: [{ id: 'x' }] }, text: [{ id: 'x' }] };
const person = (user: string, ...roles: string[]) => ({
  '@odata.type': '#microsoft.graph.aadUserConversationMember',
  roles,
  'user@odata.bind': `https://graph.microsoft.com/v1.0/users('${user}')`,
});
const both = { teamId: 't1', channelId: 'c1' };
const inChannel = `${api}/teams/t1/channels/c1`;
const inChat = { chatChannelId: '19:a@thread.v2', messageId: 'm1' };
const chat = `${api}/chats/19:a%40thread.v2`;

const cases: ActionCase[] = [
  {
    action: 'listChannels',
    tool: 'list_channels',
    input: { teamId: 't1' },
    request: `GET ${api}/teams/t1/channels`,
    ...found,
  },
  { action: 'getChannel', tool: 'get_channel', input: both, request: `GET ${inChannel}` },
  {
    action: 'createChannel',
    tool: 'create_channel',
    given: { teamIdCreateChannel: 't1' },
    input: { displayName: 'Tea' },
    request: `POST ${api}/teams/t1/channels`,
    body: { displayName: 'Tea', membershipType: 'standard' },
  },
  {
    action: 'updateChannel',
    tool: 'update_channel',
    input: { ...both, displayName: 'Teas' },
    request: `PATCH ${inChannel}`,
    body: { displayName: 'Teas' },
  },
  { action: 'deleteChannel', tool: 'delete_channel', input: both, request: `DELETE ${inChannel}` },
  { action: 'archiveChannel', tool: 'archive_channel', input: both, request: `POST ${inChannel}/archive` },
  {
    action: 'unarchiveChannel',
    tool: 'unarchive_channel',
    input: both,
    request: `POST ${inChannel}/unarchive`,
  },
  {
    action: 'listChannelMembers',
    tool: 'list_channel_members',
    input: both,
    request: `GET ${inChannel}/members`,
    ...found,
  },
  {
    action: 'addChannelMember',
    tool: 'add_channel_member',
    input: { ...both, userId: 'u1' },
    request: `POST ${inChannel}/members`,
    body: person('u1'),
  },
  {
    action: 'removeChannelMember',
    tool: 'remove_channel_member',
    input: { ...both, membershipId: 'p1' },
    request: `DELETE ${inChannel}/members/p1`,
  },
  { action: 'listChats', tool: 'list_chats', request: `GET ${api}/me/chats?%24top=50`, ...found },
  { action: 'getChat', tool: 'get_chat', input: { chatId: 'h1' }, request: `GET ${api}/chats/h1` },
  {
    action: 'createChat',
    tool: 'create_chat',
    given: { topicCreateChat: 'Tea' },
    input: { members: 'u1, u2' },
    request: `POST ${api}/chats`,
    body: { chatType: 'group', topic: 'Tea', members: [person('u1', 'owner'), person('u2', 'owner')] },
  },
  {
    action: 'updateChat',
    tool: 'update_chat',
    input: { chatId: 'h1', topic: 'Teas' },
    request: `PATCH ${api}/chats/h1`,
    body: { topic: 'Teas' },
  },
  { action: 'deleteChat', tool: 'delete_chat', input: { chatId: 'h1' }, request: `DELETE ${api}/chats/h1` },
  {
    action: 'listChatMembers',
    tool: 'list_chat_members',
    input: { chatId: 'h1' },
    request: `GET ${api}/chats/h1/members`,
    ...found,
  },
  {
    action: 'addChatMember',
    tool: 'add_chat_member',
    input: { chatId: 'h1', userId: 'u1' },
    request: `POST ${api}/chats/h1/members`,
    body: person('u1', 'owner'),
  },
  {
    action: 'removeChatMember',
    tool: 'remove_chat_member',
    input: { chatId: 'h1', membershipId: 'p1' },
    request: `DELETE ${api}/chats/h1/members/p1`,
  },
  {
    action: 'pinMessage',
    tool: 'pin_message',
    input: { chatId: 'h1', messageId: 'm1' },
    request: `POST ${api}/chats/h1/pinnedMessages`,
    body: { 'message@odata.bind': 'https://graph.microsoft.com/v1.0/chats/h1/messages/m1' },
  },
  {
    action: 'unpinMessage',
    tool: 'unpin_message',
    input: { chatId: 'h1', pinnedId: 'n1' },
    request: `DELETE ${api}/chats/h1/pinnedMessages/n1`,
  },
  {
    action: 'listMessages',
    tool: 'list_messages',
    given: { maxResultsListMessages: '5' },
    input: { chatChannelId: '19:a@thread.v2' },
    request: `GET ${chat}/messages?%24top=5`,
    ...found,
  },
  {
    action: 'getMessage',
    tool: 'get_message',
    given: { teamIdGetMessage: 't1' },
    input: { chatChannelId: 'c1', messageId: 'm1' },
    request: `GET ${inChannel}/messages/m1`,
  },
  {
    action: 'sendMessage',
    tool: 'send_message',
    given: { contentTypeSendMessage: 'html' },
    input: { chatChannelId: '19:a@thread.v2', messageBody: '<b>Hi</b>' },
    request: `POST ${chat}/messages`,
    body: { body: { contentType: 'html', content: '<b>Hi</b>' } },
  },
  {
    action: 'updateMessage',
    tool: 'update_message',
    input: { ...inChat, content: 'Hi' },
    request: `PATCH ${chat}/messages/m1`,
    body: { body: { contentType: 'text', content: 'Hi' } },
  },
  {
    action: 'deleteMessage',
    tool: 'delete_message',
    input: inChat,
    request: `POST ${api}/me/chats/19:a%40thread.v2/messages/m1/softDelete`,
  },
  {
    action: 'replyToMessage',
    tool: 'reply_to_message',
    input: { chatChannelId: 'c1', teamId: 't1', messageId: 'm1', replyBody: 'Yes' },
    request: `POST ${inChannel}/messages/m1/replies`,
    body: { body: { contentType: 'text', content: 'Yes' } },
  },
  {
    action: 'setReaction',
    tool: 'set_reaction',
    input: inChat,
    request: `POST ${chat}/messages/m1/setReaction`,
    body: { reactionType: '👍' },
  },
  {
    action: 'unsetReaction',
    tool: 'unset_reaction',
    input: inChat,
    request: `POST ${chat}/messages/m1/unsetReaction`,
    body: { reactionType: '👍' },
  },
];

const message = new Set(['listMessages', 'getMessage', 'sendMessage', 'updateMessage', 'deleteMessage']);

function kindOf(action: string): string {
  if (message.has(action) || /reply|Reaction/.test(action)) return 'chatMessage';
  return action.includes('Channel') ? 'channel' : 'chat';
}

tryActions(
  {
    node: 'microsoftTeams',
    service: 'Microsoft Teams',
    prefix: 'teams',
    secret: { accessToken: 'eyJ.CANARY-token' },
    authorization: 'Bearer eyJ.CANARY-token',
    choose(action) {
      const list = JSON.stringify([action]);
      return { teamsType: kindOf(action), channelActions: list, chatActions: list, chatMessageActions: list };
    },
  },
  cases,
);
