import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { blocksOfParts } from '../../loading/blocks-of-parts.ts';
import { collectLoaded } from '../../loading/collect-loaded.ts';
import { loadFlowBlocks } from '../../loading/load-blocks.ts';
import { loadCsvFiles } from '../../loading/load-csv.ts';
import { documentOutputs, metadataParam, splitterAnchor } from '../../loading/loader-fields.ts';

/** CSV files stored with the flow. */
export const csvFile = defineNode({
  name: 'csvFile',
  label: 'Csv File',
  version: 3,
  category: 'Document Loaders',
  description: 'The rows of CSV files, one document each.',
  icon: 'table-properties',
  isReusable: true,
  inputs: {
    textSplitter: splitterAnchor,
    csvFile: param.file({ label: 'Csv File', fileType: '.csv' }),
    columnName: param.string({
      label: 'Single Column Extraction',
      description: 'Takes only this column; all columns when empty.',
      placeholder: 'answer',
      optional: true,
    }),
    metadata: metadataParam,
  },
  outputs: documentOutputs,

  run: ({ csvFile: value, columnName, textSplitter, metadata }, context) =>
    collectLoaded(loadCsvFiles(value, columnName?.trim() || undefined, context), { textSplitter, metadata }),

  load: ({ csvFile: value, columnName }, context) =>
    loadCsvFiles(value, columnName?.trim() || undefined, context),

  loadBlocks: ({ csvFile: value, columnName }, context) =>
    columnName?.trim()
      ? blocksOfParts(loadCsvFiles(value, columnName.trim(), context))
      : loadFlowBlocks(value, context),
});
