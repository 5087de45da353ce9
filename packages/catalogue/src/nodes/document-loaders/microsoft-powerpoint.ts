import { implementNode } from '../../interfaces/implement-node.ts';
import { loadFlowBlocks } from '../../loading/load-blocks.ts';
import { loadFlowFiles } from '../../loading/load-flow-files.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

/** The text of PowerPoint presentations, a document for each slide. */
export const microsoftPowerpoint = implementNode({
  name: 'microsoftPowerpoint',
  icon: 'microsoft',
  description: 'The text of PowerPoint presentations, a document for each slide.',
  isReusable: true,

  run: (inputs, context) =>
    loaderOutputs(loadFlowFiles(inputs.powerpointFile, { perPage: true }, context), inputs),

  load: (inputs, context) => loadFlowFiles(inputs.powerpointFile, { perPage: true }, context),

  loadBlocks: (inputs, context) => loadFlowBlocks(inputs.powerpointFile, context),
});
