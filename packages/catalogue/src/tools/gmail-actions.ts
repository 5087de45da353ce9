import { asRecord } from './as-record.ts';
import { commaList } from './comma-list.ts';
import { readMessage, toRawMessage } from './gmail-message.ts';
import {
  type ActionArgs,
  needed,
  optional,
  type ServiceAction,
  type ServiceActions,
} from './service-action.ts';

/** What is read, moved and deleted in the same way: messages and threads. */
function heldActions(kind: 'Message' | 'Thread', read: ServiceAction['read']): ServiceActions {
  const word = kind.toLowerCase();
  const path = `${word}s`;
  const id = needed(`Id of the ${word}`, `${word}Id`);
  const move = (verb: string, description: string): ServiceAction => ({
    description,
    fields: { id },
    request: (args) => ({ method: 'POST', path: [path, args['id'], verb] }),
  });
  return {
    [`list${kind}s`]: {
      description: `Finds ${path}.`,
      fields: {
        query: optional('Search as in Gmail, such as from:ann is:unread', `${word}Query`),
        maxResults: optional('How many at most', `${word}MaxResults`, 'number'),
      },
      request: ({ query, maxResults }) => ({ path: [path], query: { q: query, maxResults } }),
    },
    [`get${kind}`]: {
      description: `Reads a ${word}.`,
      fields: { id },
      request: (args) => ({ path: [path, args['id']], query: { format: 'full' } }),
      ...(read && { read }),
    },
    [`modify${kind}`]: {
      description: `Changes the labels of a ${word}.`,
      fields: {
        id,
        addLabelIds: optional('Ids of labels to add, with commas', `${word}AddLabelIds`),
        removeLabelIds: optional('Ids of labels to remove, with commas', `${word}RemoveLabelIds`),
      },
      request: (args) => ({
        path: [path, args['id'], 'modify'],
        body: { addLabelIds: listOf(args['addLabelIds']), removeLabelIds: listOf(args['removeLabelIds']) },
      }),
    },
    [`trash${kind}`]: move('trash', `Moves a ${word} to the bin.`),
    [`untrash${kind}`]: move('untrash', `Takes a ${word} out of the bin.`),
    [`delete${kind}`]: {
      description: `Deletes a ${word} for good.`,
      fields: { id },
      request: (args) => ({ method: 'DELETE', path: [path, args['id']] }),
    },
  };
}

const listOf = (value: unknown) => commaList(String(value ?? '')) ?? [];
const draftId = needed('Id of the draft', 'draftId');

const draftActions: ServiceActions = {
  listDrafts: {
    description: 'Lists drafts.',
    fields: { maxResults: optional('How many at most', 'draftMaxResults', 'number') },
    request: (query) => ({ path: ['drafts'], query }),
  },
  createDraft: {
    description: 'Writes a draft.',
    fields: {
      to: needed('Who gets it, with commas', 'draftTo'),
      subject: optional('Subject', 'draftSubject'),
      body: optional('Text', 'draftBody'),
      cc: optional('Who gets a copy', 'draftCc'),
      bcc: optional('Who gets a hidden copy', 'draftBcc'),
    },
    request: (args) => ({ path: ['drafts'], body: { message: toRawMessage(args) } }),
  },
  getDraft: {
    description: 'Reads a draft.',
    fields: { id: draftId },
    request: ({ id }) => ({ path: ['drafts', id], query: { format: 'full' } }),
    read: (answer) => ({ id: asRecord(answer)['id'], message: readMessage(asRecord(answer)['message']) }),
  },
  updateDraft: {
    description: 'Rewrites a draft.',
    fields: {
      id: draftId,
      to: optional('Who gets it, with commas', 'draftUpdateTo'),
      subject: optional('Subject', 'draftUpdateSubject'),
      body: optional('Text', 'draftUpdateBody'),
    },
    request: ({ id, ...args }) => ({
      method: 'PUT',
      path: ['drafts', id],
      body: { message: toRawMessage(args) },
    }),
  },
  sendDraft: {
    description: 'Sends a draft.',
    fields: { id: draftId },
    request: (body) => ({ path: ['drafts', 'send'], body }),
  },
  deleteDraft: {
    description: 'Deletes a draft.',
    fields: { id: draftId },
    request: ({ id }) => ({ method: 'DELETE', path: ['drafts', id] }),
  },
};

const messageActions: ServiceActions = {
  ...heldActions('Message', readMessage),
  sendMessage: {
    description: 'Sends a message.',
    fields: {
      to: needed('Who gets it, with commas', 'messageTo'),
      subject: optional('Subject', 'messageSubject'),
      body: optional('Text', 'messageBody'),
      cc: optional('Who gets a copy', 'messageCc'),
      bcc: optional('Who gets a hidden copy', 'messageBcc'),
    },
    request: (args) => ({ path: ['messages', 'send'], body: toRawMessage(args) }),
  },
};

function labelBody({ name, color }: ActionArgs) {
  return { name, ...(color !== undefined && { color: { backgroundColor: color, textColor: '#000000' } }) };
}

const labelName = 'Name of the label';
const labelId = needed('Id of the label', 'labelId');
const labelColor = optional('Colour, such as #ffad47', 'labelColor');

const labelActions: ServiceActions = {
  listLabels: { description: 'Lists labels.', fields: {}, request: () => ({ path: ['labels'] }) },
  getLabel: {
    description: 'Reads a label.',
    fields: { id: labelId },
    request: ({ id }) => ({ path: ['labels', id] }),
  },
  createLabel: {
    description: 'Creates a label.',
    fields: { name: needed(labelName, 'labelName'), color: labelColor },
    request: (args) => ({ path: ['labels'], body: labelBody(args) }),
  },
  updateLabel: {
    description: 'Changes a label.',
    fields: { id: labelId, name: optional(labelName, 'labelName'), color: labelColor },
    request: ({ id, ...args }) => ({ method: 'PATCH', path: ['labels', id], body: labelBody(args) }),
  },
  deleteLabel: {
    description: 'Deletes a label.',
    fields: { id: labelId },
    request: ({ id }) => ({ method: 'DELETE', path: ['labels', id] }),
  },
};

function readThread(answer: unknown): unknown {
  const { id, messages } = asRecord(answer);
  return { id, messages: Array.isArray(messages) ? messages.map(readMessage) : [] };
}

/** What an agent may do in Gmail, by the kind that is chosen in the node. */
export const gmailActions = {
  drafts: draftActions,
  messages: messageActions,
  labels: labelActions,
  threads: heldActions('Thread', readThread),
} as const;
