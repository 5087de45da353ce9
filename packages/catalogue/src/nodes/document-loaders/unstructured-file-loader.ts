import { implementNode } from '../../interfaces/implement-node.ts';
import { loadUnstructured } from '../../loading/load-unstructured.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

/** Files that Unstructured reads, as documents. */
export const unstructuredFileLoader = implementNode({
  name: 'unstructuredFileLoader',
  icon: 'unstructured',
  description: 'Files that Unstructured reads, as documents.',
  isLive: true,

  run: (inputs, context) => loaderOutputs(loadUnstructured(inputs, context), inputs),

  load: loadUnstructured,
});
