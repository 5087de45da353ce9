import { type ActionCase, tryActions } from '../../testing/try-actions.ts';

const api = '/gmail/v1/users/me';
const raw = (...lines: string[]) => Buffer.from(lines.join('\r\n')).toString('base64url');
const rest = [
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=UTF-8',
  'Content-Transfer-Encoding: base64',
  '',
];
const hello = Buffer.from('Grüße').toString('base64');
const message = {
  id: 'm1',
  threadId: 't1',
  labelIds: ['INBOX'],
  snippet: 'Hel…',
  payload: {
    mimeType: 'multipart/alternative',
    headers: [
      { name: 'From', value: 'ann@b.test' },
      { name: 'Received', value: 'by x' },
      { name: 'Subject', value: 'Tea' },
    ],
    parts: [{ mimeType: 'text/plain', body: { data: Buffer.from('Hello').toString('base64url') } }],
  },
};
const read = {
  id: 'm1',
  threadId: 't1',
  labelIds: ['INBOX'],
  from: 'ann@b.test',
  subject: 'Tea',
  text: 'Hello',
};

const cases: ActionCase[] = [
  {
    action: 'listMessages',
    tool: 'list_messages',
    input: { query: 'is:unread' },
    request: `GET ${api}/messages?q=is%3Aunread&maxResults=100`,
  },
  {
    action: 'getMessage',
    tool: 'get_message',
    input: { id: 'm1' },
    request: `GET ${api}/messages/m1?format=full`,
    answer: message,
    text: read,
  },
  {
    action: 'sendMessage',
    tool: 'send_message',
    given: { messageBcc: 'boss@b.test' },
    input: { to: 'ann@b.test', subject: 'Grüße\nX-Evil: 1', body: 'Grüße' },
    request: `POST ${api}/messages/send`,
    body: {
      raw: raw(
        'To: ann@b.test',
        'Bcc: boss@b.test',
        `Subject: =?UTF-8?B?${Buffer.from('Grüße X-Evil: 1').toString('base64')}?=`,
        ...rest,
        hello,
      ),
    },
  },
  {
    action: 'modifyMessage',
    tool: 'modify_message',
    input: { id: 'm1', addLabelIds: 'A, B' },
    request: `POST ${api}/messages/m1/modify`,
    body: { addLabelIds: ['A', 'B'], removeLabelIds: [] },
  },
  {
    action: 'trashMessage',
    tool: 'trash_message',
    input: { id: 'm1' },
    request: `POST ${api}/messages/m1/trash`,
  },
  {
    action: 'untrashMessage',
    tool: 'untrash_message',
    input: { id: 'm1' },
    request: `POST ${api}/messages/m1/untrash`,
  },
  {
    action: 'deleteMessage',
    tool: 'delete_message',
    input: { id: 'm1' },
    request: `DELETE ${api}/messages/m1`,
  },
  {
    action: 'listDrafts',
    tool: 'list_drafts',
    given: { draftMaxResults: '5' },
    request: `GET ${api}/drafts?maxResults=5`,
  },
  {
    action: 'createDraft',
    tool: 'create_draft',
    given: { draftTo: 'ann@b.test' },
    input: { subject: 'Tea', body: 'Grüße' },
    request: `POST ${api}/drafts`,
    body: { message: { raw: raw('To: ann@b.test', 'Subject: Tea', ...rest, hello) } },
  },
  {
    action: 'getDraft',
    tool: 'get_draft',
    input: { id: 'd1' },
    request: `GET ${api}/drafts/d1?format=full`,
    answer: { id: 'd1', message },
    text: { id: 'd1', message: read },
  },
  {
    action: 'updateDraft',
    tool: 'update_draft',
    input: { id: 'd1', to: 'bo@b.test' },
    request: `PUT ${api}/drafts/d1`,
    body: { message: { raw: raw('To: bo@b.test', ...rest, '') } },
  },
  {
    action: 'sendDraft',
    tool: 'send_draft',
    input: { id: 'd1' },
    request: `POST ${api}/drafts/send`,
    body: { id: 'd1' },
  },
  { action: 'deleteDraft', tool: 'delete_draft', input: { id: 'd1' }, request: `DELETE ${api}/drafts/d1` },
  { action: 'listLabels', tool: 'list_labels', request: `GET ${api}/labels` },
  { action: 'getLabel', tool: 'get_label', input: { id: 'L1' }, request: `GET ${api}/labels/L1` },
  {
    action: 'createLabel',
    tool: 'create_label',
    input: { name: 'Tea', color: '#ffad47' },
    request: `POST ${api}/labels`,
    body: { name: 'Tea', color: { backgroundColor: '#ffad47', textColor: '#000000' } },
  },
  {
    action: 'updateLabel',
    tool: 'update_label',
    input: { id: 'L1', name: 'Teas' },
    request: `PATCH ${api}/labels/L1`,
    body: { name: 'Teas' },
  },
  { action: 'deleteLabel', tool: 'delete_label', input: { id: 'L1' }, request: `DELETE ${api}/labels/L1` },
  {
    action: 'listThreads',
    tool: 'list_threads',
    input: { query: 'tea' },
    request: `GET ${api}/threads?q=tea&maxResults=100`,
  },
  {
    action: 'getThread',
    tool: 'get_thread',
    input: { id: 't1' },
    request: `GET ${api}/threads/t1?format=full`,
    answer: { id: 't1', messages: [message] },
    text: { id: 't1', messages: [read] },
  },
  {
    action: 'modifyThread',
    tool: 'modify_thread',
    input: { id: 't1', removeLabelIds: 'A' },
    request: `POST ${api}/threads/t1/modify`,
    body: { addLabelIds: [], removeLabelIds: ['A'] },
  },
  {
    action: 'trashThread',
    tool: 'trash_thread',
    input: { id: 't1' },
    request: `POST ${api}/threads/t1/trash`,
  },
  {
    action: 'untrashThread',
    tool: 'untrash_thread',
    input: { id: 't1' },
    request: `POST ${api}/threads/t1/untrash`,
  },
  { action: 'deleteThread', tool: 'delete_thread', input: { id: 't1' }, request: `DELETE ${api}/threads/t1` },
];

const kinds: readonly (readonly [kind: string, list: string, names: RegExp])[] = [
  ['messages', 'messageActions', /Message/],
  ['drafts', 'draftActions', /Draft/],
  ['labels', 'labelActions', /Label/],
  ['threads', 'threadActions', /Thread/],
];

tryActions(
  {
    node: 'gmail',
    service: 'Gmail',
    prefix: 'gmail',
    secret: { accessToken: 'ya29.CANARY-token' },
    authorization: 'Bearer ya29.CANARY-token',
    choose(action) {
      const [kind] = kinds.find(([, , names]) => names.test(action)) ?? kinds[0] ?? [''];
      const lists = kinds.map(([, list]) => [list, JSON.stringify([action])]);
      return { gmailType: kind, ...Object.fromEntries(lists) };
    },
  },
  cases,
);
