import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { loadFlowBlocks } from '../../loading/load-blocks.ts';
import { loadTextFiles } from '../../loading/load-text.ts';
import { documentText, loadDocuments } from '../../retrieval/load-documents.ts';
import { readFlowFiles } from '../../retrieval/read-flow-files.ts';

const fileTypes =
  '.txt, .md, .html, .aspx, .asp, .cpp, .c, .cs, .css, .go, .h, .java, .js, .less, .ts, .php, .proto, .python, .py, .rst, .ruby, .rb, .rs, .scala, .sc, .scss, .sol, .sql, .swift, .markdown, .tex, .ltx, .vb, .xml';

/** Text files stored with the flow. */
export const textFile = defineNode({
  name: 'textFile',
  label: 'Text File',
  version: 3,
  category: 'Document Loaders',
  description: 'One or more text files, as documents.',
  icon: 'file-text',
  isReusable: true,
  inputs: {
    textSplitter: anchor('TextSplitter', { label: 'Text Splitter', optional: true }),
    txtFile: param.file({ label: 'Txt File', fileType: fileTypes }),
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

  async run({ txtFile, textSplitter, metadata }, { services }) {
    const files = await readFlowFiles(txtFile, services);
    const decoder = new TextDecoder();
    const texts = files.map(({ name, bytes }) => ({
      text: decoder.decode(bytes),
      metadata: { source: name },
    }));
    const document = await loadDocuments(texts, { textSplitter, metadata });
    return { document, text: documentText(document) };
  },

  load: ({ txtFile }, { services }) => loadTextFiles(txtFile, services),

  loadBlocks: ({ txtFile }, context) => loadFlowBlocks(txtFile, context),
});
