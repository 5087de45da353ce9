import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { collectLoaded } from '../../loading/collect-loaded.ts';
import { loadFlowBlocks } from '../../loading/load-blocks.ts';
import { loadParsedFiles } from '../../loading/load-parsed-files.ts';
import { metadataParam, splitterAnchor } from '../../loading/loader-fields.ts';

/** Word files stored with the flow. */
export const docxFile = defineNode({
  name: 'docxFile',
  label: 'Docx File',
  version: 1,
  category: 'Document Loaders',
  description: 'The text of Word files, as documents.',
  icon: 'file-text',
  isReusable: true,
  inputs: {
    textSplitter: splitterAnchor,
    docxFile: param.file({ label: 'Docx File', fileType: '.docx' }),
    metadata: metadataParam,
  },
  outputs: { docxFile: output(['Document'], { label: 'Document' }) },

  async run({ docxFile: value, textSplitter, metadata }, context) {
    const parts = loadParsedFiles({ value, format: 'docx', perPage: false }, context);
    const { document } = await collectLoaded(parts, { textSplitter, metadata });
    return { docxFile: document };
  },

  load: ({ docxFile: value }, context) => loadParsedFiles({ value, format: 'docx', perPage: false }, context),

  loadBlocks: ({ docxFile: value }, context) => loadFlowBlocks(value, context, 'docx'),
});
