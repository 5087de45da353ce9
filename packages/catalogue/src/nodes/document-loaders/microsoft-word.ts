import { implementNode } from '../../interfaces/implement-node.ts';
import { loadFlowBlocks } from '../../loading/load-blocks.ts';
import { loadFlowFiles } from '../../loading/load-flow-files.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

/** The text of Word files, as documents. */
export const microsoftWord = implementNode({
  name: 'microsoftWord',
  icon: 'microsoft',
  description: 'The text of Word files, as documents.',
  isReusable: true,

  run: (inputs, context) =>
    loaderOutputs(loadFlowFiles(inputs.docxFile, { perPage: false }, context), inputs),

  load: (inputs, context) => loadFlowFiles(inputs.docxFile, { perPage: false }, context),

  loadBlocks: (inputs, context) => loadFlowBlocks(inputs.docxFile, context),
});
