import { implementNode } from '../../interfaces/implement-node.ts';
import { loadFlowBlocks } from '../../loading/load-blocks.ts';
import { loadFlowFiles } from '../../loading/load-flow-files.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

/** The rows of Excel workbooks, a document for each sheet. */
export const microsoftExcel = implementNode({
  name: 'microsoftExcel',
  icon: 'microsoft',
  description: 'The rows of Excel workbooks, a document for each sheet.',
  isReusable: true,

  run: (inputs, context) =>
    loaderOutputs(loadFlowFiles(inputs.excelFile, { perPage: true }, context), inputs),

  load: (inputs, context) => loadFlowFiles(inputs.excelFile, { perPage: true }, context),

  loadBlocks: (inputs, context) => loadFlowBlocks(inputs.excelFile, context),
});
