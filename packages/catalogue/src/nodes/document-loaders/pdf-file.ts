import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { collectLoaded } from '../../loading/collect-loaded.ts';
import { loadFlowBlocks } from '../../loading/load-blocks.ts';
import { loadParsedFiles } from '../../loading/load-parsed-files.ts';
import { metadataParam, splitterAnchor } from '../../loading/loader-fields.ts';

/** PDF files stored with the flow. */
export const pdfFile = defineNode({
  name: 'pdfFile',
  label: 'Pdf File',
  version: 1,
  category: 'Document Loaders',
  description: 'The text of PDF files, as documents. Scanned pages are pictures and have none.',
  icon: 'file-text',
  isReusable: true,
  inputs: {
    textSplitter: splitterAnchor,
    pdfFile: param.file({ label: 'Pdf File', fileType: '.pdf' }),
    usage: param.options({
      label: 'Usage',
      options: [
        { name: 'perPage', label: 'One document per page' },
        { name: 'perFile', label: 'One document per file' },
      ],
      default: 'perPage',
    }),
    legacyBuild: param.boolean({
      label: 'Use Legacy Build',
      description: 'Kept for flows of other installations; changes nothing here.',
      optional: true,
      additionalParams: true,
    }),
    metadata: metadataParam,
  },
  outputs: { pdfFile: output(['Document'], { label: 'Document' }) },

  async run({ pdfFile: value, usage, textSplitter, metadata }, context) {
    const parts = loadParsedFiles({ value, format: 'pdf', perPage: usage === 'perPage' }, context);
    const { document } = await collectLoaded(parts, { textSplitter, metadata });
    return { pdfFile: document };
  },

  load: ({ pdfFile: value, usage }, context) =>
    loadParsedFiles({ value, format: 'pdf', perPage: usage === 'perPage' }, context),

  loadBlocks: ({ pdfFile: value }, context) => loadFlowBlocks(value, context, 'pdf'),
});
