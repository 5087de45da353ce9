import { implementNode } from '../../interfaces/implement-node.ts';
import { loadGitbook } from '../../loading/load-gitbook.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

/** The pages of a GitBook, as documents. */
export const gitbook = implementNode({
  name: 'gitbook',
  icon: 'gitbook',
  description: 'The pages of a GitBook, as documents.',
  isLive: true,

  run: (inputs, context) => loaderOutputs(loadGitbook(inputs, context), inputs),

  load: loadGitbook,
});
