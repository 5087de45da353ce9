import { implementNode } from '../../interfaces/implement-node.ts';
import { loadFigma } from '../../loading/load-figma.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

/** The texts in nodes of a Figma file, as documents. */
export const figma = implementNode({
  name: 'figma',
  icon: 'figma',
  description: 'The texts in nodes of a Figma file, as documents.',
  isLive: true,

  run: (inputs, context) => loaderOutputs(loadFigma(inputs, context), inputs),

  load: loadFigma,
});
