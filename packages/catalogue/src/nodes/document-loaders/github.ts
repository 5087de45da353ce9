import { implementNode } from '../../interfaces/implement-node.ts';
import { loadGithub } from '../../loading/load-github.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';
import { openGithubSource } from '../../sources/github-source.ts';

/** The text files of a repository at GitHub, as documents. */
export const github = implementNode({
  name: 'github',
  icon: 'github',
  description: 'The text files of a repository at GitHub, as documents.',
  isLive: true,
  bringsAccess: true,

  run: (inputs, context) => loaderOutputs(loadGithub(inputs, context), inputs),

  load: loadGithub,

  openSource: openGithubSource,
});
