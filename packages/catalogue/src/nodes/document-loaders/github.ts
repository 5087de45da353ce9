import { implementNode } from '../../interfaces/implement-node.ts';
import { loadGithub } from '../../loading/load-github.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

/** The text files of a repository at GitHub, as documents. */
export const github = implementNode({
  name: 'github',
  icon: 'git-branch',
  description: 'The text files of a repository at GitHub, as documents.',
  isLive: true,

  run: (inputs, context) => loaderOutputs(loadGithub(inputs, context), inputs),

  load: loadGithub,
});
