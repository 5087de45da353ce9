import { type ActionCase, tryActions } from '../../testing/try-actions.ts';

const api = '/v1/documents';
const given = { documentId: 'd1' };
const update = `POST ${api}/d1:batchUpdate`;
const body = (...requests: unknown[]) => ({ requests });
const content = [
  { paragraph: { elements: [{ textRun: { content: 'Hello\n' } }] } },
  {
    table: {
      tableRows: [
        { tableCells: [{ content: [{ paragraph: { elements: [{ textRun: { content: 'cell\n' } }] } }] }] },
      ],
    },
  },
];

const cases: ActionCase[] = [
  {
    action: 'createDocument',
    tool: 'create_document',
    input: { title: 'Tea' },
    request: `POST ${api}`,
    body: { title: 'Tea' },
  },
  { action: 'getDocument', tool: 'get_document', given, request: `GET ${api}/d1` },
  {
    action: 'getTextContent',
    tool: 'get_text_content',
    given,
    request: `GET ${api}/d1`,
    answer: { title: 'Tea', body: { content } },
    text: { title: 'Tea', text: 'Hello\ncell\n' },
  },
  {
    action: 'getTextContent',
    tool: 'get_text_content',
    given: { ...given, includeTabsContent: true },
    request: `GET ${api}/d1?includeTabsContent=true`,
    answer: { title: 'Tea', tabs: [{ documentTab: { body: { content } } }] },
    text: { title: 'Tea', text: 'Hello\ncell\n' },
  },
  {
    action: 'updateDocument',
    tool: 'update_document',
    given: { ...given, rows: '2', columns: '3' },
    input: { text: 'Hi', replaceText: 'a', newText: 'b', imageUrl: 'https://x.test/i.png' },
    request: update,
    body: body(
      { replaceAllText: { containsText: { text: 'a', matchCase: false }, replaceText: 'b' } },
      { insertText: { location: { index: 1 }, text: 'Hi' } },
      { insertInlineImage: { location: { index: 1 }, uri: 'https://x.test/i.png' } },
      { insertTable: { location: { index: 1 }, rows: 2, columns: 3 } },
    ),
  },
  {
    action: 'insertText',
    tool: 'insert_text',
    given: { ...given, index: '5' },
    input: { text: 'Hi' },
    request: update,
    body: body({ insertText: { location: { index: 5 }, text: 'Hi' } }),
  },
  {
    action: 'replaceText',
    tool: 'replace_text',
    given: { ...given, matchCase: true },
    input: { replaceText: 'a' },
    request: update,
    body: body({ replaceAllText: { containsText: { text: 'a', matchCase: true }, replaceText: '' } }),
  },
  {
    action: 'appendText',
    tool: 'append_text',
    given,
    input: { text: 'Hi' },
    request: update,
    body: body({ insertText: { endOfSegmentLocation: {}, text: 'Hi' } }),
  },
  {
    action: 'insertImage',
    tool: 'insert_image',
    given,
    input: { imageUrl: 'https://x.test/i.png' },
    request: update,
    body: body({ insertInlineImage: { location: { index: 1 }, uri: 'https://x.test/i.png' } }),
  },
  {
    action: 'createTable',
    tool: 'create_table',
    given,
    input: { rows: 2, columns: 3 },
    request: update,
    body: body({ insertTable: { location: { index: 1 }, rows: 2, columns: 3 } }),
  },
];

tryActions(
  {
    node: 'googleDocsTool',
    service: 'Google Docs',
    prefix: 'google_docs',
    secret: { accessToken: 'ya29.CANARY-token' },
    authorization: 'Bearer ya29.CANARY-token',
    choose: (action) => ({ actions: JSON.stringify([action]) }),
  },
  cases,
);

tryActions(
  {
    node: 'googleDocsTool',
    service: 'Google Docs',
    prefix: 'google_docs',
    secret: { accessToken: 'ya29.CANARY-token' },
    authorization: 'Bearer ya29.CANARY-token',
    choose: (action) => ({ actions: JSON.stringify([action]) }),
  },
  [
    {
      action: 'createDocument',
      tool: 'create_document',
      input: { title: 'Tea', text: 'Hi' },
      request: `POST ${api}`,
      body: { title: 'Tea' },
      answer: { documentId: 'd1' },
      next: { request: update, body: body({ insertText: { location: { index: 1 }, text: 'Hi' } }) },
    },
  ],
);
