import { asRecord } from './as-record.ts';
import { commaList } from './comma-list.ts';
import {
  type ActionArgs,
  needed,
  optional,
  type ServiceAction,
  type ServiceActions,
} from './service-action.ts';

const graph = 'https://graph.microsoft.com/v1.0';
const listed = (answer: unknown) => asRecord(answer)['value'];

const member = (user: unknown, role?: string) => ({
  '@odata.type': '#microsoft.graph.aadUserConversationMember',
  roles: role === undefined ? [] : [role],
  'user@odata.bind': `${graph}/users('${encodeURIComponent(String(user))}')`,
});

const team = (action: string) => needed('Id of the team', `teamId${action}`);
const channel = (action: string) => needed('Id of the channel', `channelId${action}`);
const inTeam = ({ teamId, channelId }: ActionArgs) => ['teams', teamId, 'channels', channelId];

interface Held {
  description: string;
  fields: ServiceAction['fields'];
  /** Where it is. */
  place(args: ActionArgs): readonly unknown[];
}

const get = ({ place, ...held }: Held): ServiceAction => ({
  ...held,
  request: (args) => ({ path: place(args) }),
});
const list = (held: Held): ServiceAction => ({ ...get(held), read: listed });
const remove = ({ place, ...held }: Held): ServiceAction => ({
  ...held,
  request: (args) => ({ method: 'DELETE', path: place(args) }),
});
const order = ({ place, ...held }: Held): ServiceAction => ({
  ...held,
  request: (args) => ({ method: 'POST', path: place(args) }),
});

const anyChannel = { teamId: needed('Id of the team'), channelId: needed('Id of the channel') };
const members = { teamId: team('ChannelMembers'), channelId: channel('ChannelMembers') };

const channelActions: ServiceActions = {
  listChannels: {
    description: 'Lists the channels of a team.',
    // The vendor takes no limit here.
    fields: {
      teamId: team('ListChannels'),
      maxResults: optional('How many at most', 'maxResultsListChannels', 'number'),
    },
    request: ({ teamId }) => ({ path: ['teams', teamId, 'channels'] }),
    read: listed,
  },
  getChannel: get({
    description: 'Reads what is known of a channel.',
    fields: { teamId: team('GetChannel'), channelId: channel('GetChannel') },
    place: inTeam,
  }),
  createChannel: {
    description: 'Creates a channel.',
    fields: {
      teamId: team('CreateChannel'),
      displayName: needed('Name', 'displayNameCreateChannel'),
      description: optional('What it is for', 'descriptionCreateChannel'),
      membershipType: optional('standard, private or shared', 'membershipTypeCreateChannel'),
    },
    request: ({ teamId, ...body }) => ({ path: ['teams', teamId, 'channels'], body }),
  },
  updateChannel: {
    description: 'Changes the name of a channel.',
    fields: {
      teamId: team('UpdateChannel'),
      channelId: channel('UpdateChannel'),
      displayName: needed('New name', 'displayNameUpdateChannel'),
    },
    request: ({ displayName, ...args }) => ({ method: 'PATCH', path: inTeam(args), body: { displayName } }),
  },
  deleteChannel: remove({
    description: 'Deletes a channel.',
    fields: { teamId: team('DeleteChannel'), channelId: channel('DeleteChannel') },
    place: inTeam,
  }),
  archiveChannel: order({
    description: 'Archives a channel.',
    fields: anyChannel,
    place: (args) => [...inTeam(args), 'archive'],
  }),
  unarchiveChannel: order({
    description: 'Opens an archived channel again.',
    fields: anyChannel,
    place: (args) => [...inTeam(args), 'unarchive'],
  }),
  listChannelMembers: list({
    description: 'Lists who is in a channel.',
    fields: members,
    place: (args) => [...inTeam(args), 'members'],
  }),
  addChannelMember: {
    description: 'Adds somebody to a channel.',
    fields: { ...members, userId: needed('Id of the person', 'userIdChannelMember') },
    request: ({ userId, ...args }) => ({ path: [...inTeam(args), 'members'], body: member(userId) }),
  },
  removeChannelMember: remove({
    description: 'Removes somebody from a channel.',
    fields: { ...members, membershipId: needed('Id of the membership', 'userIdChannelMember') },
    place: (args) => [...inTeam(args), 'members', args['membershipId']],
  }),
};

const chat = (action: string) => ({ chatId: needed('Id of the chat', `chatId${action}`) });

const chatActions: ServiceActions = {
  listChats: {
    description: 'Lists chats.',
    fields: { maxResults: optional('How many at most', 'maxResultsListChats', 'number') },
    request: ({ maxResults }) => ({ path: ['me', 'chats'], query: { $top: maxResults } }),
    read: listed,
  },
  getChat: get({
    description: 'Reads what is known of a chat.',
    fields: chat('GetChat'),
    place: ({ chatId }) => ['chats', chatId],
  }),
  createChat: {
    description: 'Begins a chat.',
    fields: {
      chatType: optional('oneOnOne or group', 'chatTypeCreateChat'),
      topic: optional('What it is about', 'topicCreateChat'),
      members: needed('Ids of all people, with commas, the own one too', 'membersCreateChat'),
    },
    request: ({ chatType = 'group', topic, members: people }) => ({
      path: ['chats'],
      body: {
        chatType,
        topic: chatType === 'group' ? topic : undefined,
        members: (commaList(String(people)) ?? []).map((user) => member(user, 'owner')),
      },
    }),
  },
  updateChat: {
    description: 'Changes what a chat is about.',
    fields: { ...chat('UpdateChat'), topic: needed('The new topic', 'topicUpdateChat') },
    request: ({ chatId, topic }) => ({ method: 'PATCH', path: ['chats', chatId], body: { topic } }),
  },
  deleteChat: remove({
    description: 'Deletes a chat.',
    fields: chat('DeleteChat'),
    place: ({ chatId }) => ['chats', chatId],
  }),
  listChatMembers: list({
    description: 'Lists who is in a chat.',
    fields: chat('ChatMembers'),
    place: ({ chatId }) => ['chats', chatId, 'members'],
  }),
  addChatMember: {
    description: 'Adds somebody to a chat.',
    fields: { ...chat('ChatMembers'), userId: needed('Id of the person', 'userIdChatMember') },
    request: ({ chatId, userId }) => ({ path: ['chats', chatId, 'members'], body: member(userId, 'owner') }),
  },
  removeChatMember: remove({
    description: 'Removes somebody from a chat.',
    fields: { ...chat('ChatMembers'), membershipId: needed('Id of the membership', 'userIdChatMember') },
    place: ({ chatId, membershipId }) => ['chats', chatId, 'members', membershipId],
  }),
  pinMessage: {
    description: 'Pins a message in a chat.',
    fields: { ...chat('PinMessage'), messageId: needed('Id of the message', 'messageIdPinMessage') },
    request: ({ chatId, messageId }) => ({
      path: ['chats', chatId, 'pinnedMessages'],
      body: { 'message@odata.bind': `${graph}/chats/${chatId}/messages/${messageId}` },
    }),
  },
  unpinMessage: remove({
    description: 'Takes a pin away.',
    fields: { ...chat('PinMessage'), pinnedId: needed('Id of the pin', 'messageIdPinMessage') },
    place: ({ chatId, pinnedId }) => ['chats', chatId, 'pinnedMessages', pinnedId],
  }),
};

/** Messages are in a chat, or with a team in one of its channels. */
const place = ({ chatChannelId: id, teamId }: ActionArgs) =>
  teamId === undefined ? ['chats', id] : ['teams', teamId, 'channels', id];

const where = (action: string) => ({
  chatChannelId: needed('Id of the chat or the channel', `chatChannelId${action}`),
  teamId: optional('Id of the team, for a channel', `teamId${action}`),
});
const messageId = (action: string) => needed('Id of the message', `messageId${action}`);
const at = (args: ActionArgs) => [...place(args), 'messages', args['messageId']];

/** The vendor takes the signs themselves. */
const signs: Readonly<Record<string, string>> = {
  like: '👍',
  heart: '❤️',
  laugh: '😆',
  surprised: '😮',
  sad: '😢',
  angry: '😡',
};

function reaction(description: string, verb: 'setReaction' | 'unsetReaction'): ServiceAction {
  return {
    description,
    fields: {
      ...where('Reaction'),
      messageId: messageId('Reaction'),
      reactionType: needed('like, heart, laugh, surprised, sad or angry', 'reactionTypeSetReaction'),
    },
    request: ({ reactionType, ...args }) => ({
      path: [...at(args), verb],
      body: { reactionType: signs[String(reactionType)] ?? reactionType },
    }),
  };
}

const chatMessageActions: ServiceActions = {
  listMessages: {
    description: 'Lists messages, the newest first.',
    fields: {
      ...where('ListMessages'),
      maxResults: optional('How many at most', 'maxResultsListMessages', 'number'),
    },
    request: ({ maxResults, ...args }) => ({
      path: [...place(args), 'messages'],
      query: { $top: maxResults },
    }),
    read: listed,
  },
  getMessage: get({
    description: 'Reads a message.',
    fields: { ...where('GetMessage'), messageId: messageId('GetMessage') },
    place: at,
  }),
  sendMessage: {
    description: 'Sends a message.',
    fields: {
      ...where('SendMessage'),
      messageBody: needed('The message', 'messageBodySendMessage'),
      contentType: optional('text or html', 'contentTypeSendMessage'),
    },
    request: ({ messageBody: content, contentType = 'text', ...args }) => ({
      path: [...place(args), 'messages'],
      body: { body: { contentType, content } },
    }),
  },
  updateMessage: {
    description: 'Changes a message.',
    fields: {
      ...where('UpdateMessage'),
      messageId: messageId('UpdateMessage'),
      content: needed('The new message'),
    },
    request: ({ content, ...args }) => ({
      method: 'PATCH',
      path: at(args),
      body: { body: { contentType: 'text', content } },
    }),
  },
  deleteMessage: order({
    description: 'Deletes a message.',
    fields: { ...where('DeleteMessage'), messageId: messageId('DeleteMessage') },
    place: (args) => [...(args['teamId'] === undefined ? ['me'] : []), ...at(args), 'softDelete'],
  }),
  replyToMessage: {
    description: 'Answers a message in a channel.',
    fields: {
      chatChannelId: needed('Id of the channel', 'chatChannelIdReplyMessage'),
      teamId: needed('Id of the team', 'teamIdReplyMessage'),
      messageId: messageId('ReplyMessage'),
      replyBody: needed('The answer', 'replyBodyReplyMessage'),
    },
    request: ({ replyBody: content, ...args }) => ({
      path: [...at(args), 'replies'],
      body: { body: { contentType: 'text', content } },
    }),
  },
  setReaction: reaction('Reacts to a message.', 'setReaction'),
  unsetReaction: reaction('Takes a reaction to a message back.', 'unsetReaction'),
};

/** What an agent may do in Teams, by the kind that is chosen in the node. */
export const teamsActions = {
  channel: channelActions,
  chat: chatActions,
  chatMessage: chatMessageActions,
} as const;
