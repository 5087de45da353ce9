import { implementNode } from '../../interfaces/implement-node.ts';
import { loadFlowBlocks } from '../../loading/load-blocks.ts';
import { loadFlowFiles } from '../../loading/load-flow-files.ts';
import { toPointers } from '../../loading/load-json.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

interface FileForm {
  usage: 'perPage' | 'perFile';
  pointerName: string | undefined;
}

const optionsOf = ({ usage, pointerName }: FileForm) => ({
  perPage: usage === 'perPage',
  pointers: toPointers(pointerName),
});

/** Files of any kind that can be read. */
export const fileLoader = implementNode({
  name: 'fileLoader',
  icon: 'file-text',
  description: 'The text of files of many kinds, each read by its ending.',
  isReusable: true,

  run: (inputs, context) => loaderOutputs(loadFlowFiles(inputs.file, optionsOf(inputs), context), inputs),

  load: (inputs, context) => loadFlowFiles(inputs.file, optionsOf(inputs), context),

  loadBlocks: (inputs, context) => loadFlowBlocks(inputs.file, context),
});
