import { implementNode } from '../../interfaces/implement-node.ts';
import { loadFlowBlocks } from '../../loading/load-blocks.ts';
import { loadFlowFiles } from '../../loading/load-flow-files.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

/** The text of EPUB books, a document for each chapter or book. */
export const epubFile = implementNode({
  name: 'epubFile',
  icon: 'file-text',
  description: 'The text of EPUB books, a document for each chapter or book.',
  isReusable: true,

  run: (inputs, context) =>
    loaderOutputs(
      loadFlowFiles(inputs.epubFile, { perPage: inputs.usage === 'perChapter' }, context),
      inputs,
    ),

  load: (inputs, context) =>
    loadFlowFiles(inputs.epubFile, { perPage: inputs.usage === 'perChapter' }, context),

  loadBlocks: (inputs, context) => loadFlowBlocks(inputs.epubFile, context),
});
