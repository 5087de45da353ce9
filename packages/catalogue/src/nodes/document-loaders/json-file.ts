import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { blocksOfParts } from '../../loading/blocks-of-parts.ts';
import { collectLoaded } from '../../loading/collect-loaded.ts';
import { loadFlowBlocks } from '../../loading/load-blocks.ts';
import { loadJsonFiles, toPointers } from '../../loading/load-json.ts';
import { documentOutputs, metadataParam, splitterAnchor } from '../../loading/loader-fields.ts';

/** JSON files stored with the flow. */
export const jsonFile = defineNode({
  name: 'jsonFile',
  label: 'Json File',
  version: 3,
  category: 'Document Loaders',
  description: 'The texts in JSON files, one document each.',
  icon: 'braces',
  isReusable: true,
  inputs: {
    textSplitter: splitterAnchor,
    jsonFile: param.file({ label: 'Json File', fileType: '.json, .jsonl' }),
    pointersName: param.string({
      label: 'Pointers Extraction (separated by commas)',
      description: 'Takes only what stands under these properties or JSON pointers; every text when empty.',
      placeholder: 'title, /articles/0/body',
      optional: true,
    }),
    metadata: metadataParam,
  },
  outputs: documentOutputs,

  run: ({ jsonFile: value, pointersName, textSplitter, metadata }, context) =>
    collectLoaded(loadJsonFiles(value, toPointers(pointersName), context), { textSplitter, metadata }),

  load: ({ jsonFile: value, pointersName }, context) =>
    loadJsonFiles(value, toPointers(pointersName), context),

  loadBlocks: ({ jsonFile: value, pointersName }, context) => {
    const pointers = toPointers(pointersName);
    return pointers.length > 0
      ? blocksOfParts(loadJsonFiles(value, pointers, context))
      : loadFlowBlocks(value, context);
  },
});
