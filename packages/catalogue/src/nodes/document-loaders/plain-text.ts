import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { loadText } from '../../loading/load-text.ts';
import { documentText, loadDocuments } from '../../retrieval/load-documents.ts';

/** A text typed into the flow. */
export const plainText = defineNode({
  name: 'plainText',
  label: 'Plain Text',
  version: 2,
  category: 'Document Loaders',
  description: 'A text that you write here, as documents.',
  icon: 'letter-text',
  isReusable: true,
  inputs: {
    textSplitter: anchor('TextSplitter', { label: 'Text Splitter', optional: true }),
    text: param.string({
      isPrompt: true,
      label: 'Text',
      rows: 4,
      placeholder: 'Opening hours: Monday to Friday, 9 to 18.',
    }),
    metadata: param.json({
      label: 'Additional Metadata',
      description: 'Added to every document; "source" is shown beside answers.',
      optional: true,
      additionalParams: true,
    }),
  },
  outputs: {
    document: output(['Document', 'json'], {
      label: 'Document',
      description: 'Documents with their text and metadata',
    }),
    text: output(['string', 'json'], { label: 'Text', description: 'The text of all documents as one' }),
  },

  async run({ text, textSplitter, metadata }) {
    const document = await loadDocuments([{ text, metadata: {} }], { textSplitter, metadata });
    return { document, text: documentText(document) };
  },

  load: ({ text }) => loadText(text),
});
