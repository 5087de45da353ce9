import { asRecord } from './as-record.ts';
import {
  type ActionArgs,
  needed,
  optional,
  type ServiceAction,
  type ServiceActions,
} from './service-action.ts';

const documentId = needed('Id of the document', 'documentId');
const index = optional('Position in the text; the beginning is 1', 'index', 'number');
const at = (args: ActionArgs) => ({ index: Number(args['index'] ?? 1) });

/** The changes that the arguments ask for, those that stand last in the text first. */
function changes(args: ActionArgs): unknown[] {
  const { text, imageUrl, rows, columns, replaceText, newText, matchCase } = args;
  const isReplacing = replaceText !== undefined;
  return [
    ...(isReplacing
      ? [
          {
            replaceAllText: {
              containsText: { text: replaceText, matchCase: matchCase === true },
              replaceText: newText ?? '',
            },
          },
        ]
      : []),
    ...(text === undefined ? [] : [{ insertText: { location: at(args), text } }]),
    ...(imageUrl === undefined ? [] : [{ insertInlineImage: { location: at(args), uri: imageUrl } }]),
    ...(rows === undefined || columns === undefined
      ? []
      : [{ insertTable: { location: at(args), rows: Number(rows), columns: Number(columns) } }]),
  ];
}

const update = (id: unknown, requests: unknown[]) => ({
  path: ['documents', `${id}:batchUpdate`],
  body: { requests },
});

function change(description: string, fields: ServiceAction['fields']): ServiceAction {
  return {
    description,
    fields: { documentId, ...fields },
    request: ({ documentId: id, ...args }) => update(id, changes(args)),
  };
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return '';
  return content
    .map(asRecord)
    .map(({ paragraph, table }) => {
      const elements = asRecord(paragraph)['elements'];
      const rows = asRecord(table)['tableRows'];
      const runs = Array.isArray(elements)
        ? elements.map((one) => asRecord(asRecord(one)['textRun'])['content'] ?? '')
        : [];
      const cells = (Array.isArray(rows) ? rows : []).flatMap((row) => {
        const list = asRecord(row)['tableCells'];
        return Array.isArray(list) ? list.map((cell) => textOf(asRecord(cell)['content'])) : [];
      });
      return [...runs, ...cells].join('');
    })
    .join('');
}

const read = (description: string): ServiceAction => ({
  description,
  fields: { documentId, includeTabsContent: optional('Text of all tabs', 'includeTabsContent', 'boolean') },
  request: ({ documentId: id, includeTabsContent }) => ({
    path: ['documents', id],
    query: includeTabsContent === true ? { includeTabsContent } : {},
  }),
});

function tabText(tab: unknown): string {
  const { documentTab, childTabs } = asRecord(tab);
  const below = Array.isArray(childTabs) ? childTabs.map(tabText) : [];
  return [textOf(asRecord(asRecord(documentTab)['body'])['content']), ...below].join('\n');
}

const text = (description: string) => optional(description, 'text');
const image = { imageUrl: optional('Address of a picture', 'imageUrl') };
const table = {
  rows: optional('Rows of a table', 'rows', 'number'),
  columns: optional('Columns of a table', 'columns', 'number'),
};
const replacing = {
  newText: optional('What stands there instead', 'newText'),
  matchCase: optional('Whether capitals count', 'matchCase', 'boolean'),
};

/** What an agent may do in Google Docs. */
export const googleDocsActions: ServiceActions = {
  createDocument: {
    description: 'Creates a document.',
    fields: { title: needed('Title', 'title'), text: text('Its text'), index, ...image, ...table },
    request: ({ title }) => ({ path: ['documents'], body: { title } }),
    after({ documentId: id }, args) {
      const requests = changes(args);
      return requests.length > 0 ? update(id, requests) : undefined;
    },
  },
  getDocument: read('Reads a document with its structure.'),
  getTextContent: {
    ...read('Reads the text of a document.'),
    read(answer) {
      const { title, body, tabs } = asRecord(answer);
      const content = Array.isArray(tabs) ? tabs.map(tabText).join('\n') : textOf(asRecord(body)['content']);
      return { title, text: content };
    },
  },
  updateDocument: change('Changes a document: inserts text, a picture or a table, or replaces text.', {
    text: text('Text to insert'),
    index,
    ...image,
    ...table,
    replaceText: optional('Text that is replaced', 'replaceText'),
    ...replacing,
  }),
  insertText: change('Inserts text into a document.', { text: needed('The text', 'text'), index }),
  replaceText: change('Replaces text in a document.', {
    replaceText: needed('Text that is replaced', 'replaceText'),
    ...replacing,
  }),
  appendText: {
    description: 'Adds text at the end of a document.',
    fields: { documentId, text: needed('The text', 'text') },
    request: ({ documentId: id, text: added }) =>
      update(id, [{ insertText: { endOfSegmentLocation: {}, text: added } }]),
  },
  insertImage: change('Inserts a picture into a document.', {
    imageUrl: needed('Its address', 'imageUrl'),
    index,
  }),
  createTable: change('Inserts a table into a document.', {
    rows: needed('Rows', 'rows', 'number'),
    columns: needed('Columns', 'columns', 'number'),
    index,
  }),
};
