import { implementNode } from '../../interfaces/implement-node.ts';
import { loadJira } from '../../loading/load-jira.ts';
import { loaderOutputs } from '../../loading/loader-outputs.ts';

/** The issues of a project in Jira, as documents. */
export const jira = implementNode({
  name: 'jira',
  icon: 'jira',
  description: 'The issues of a project in Jira, as documents.',
  isLive: true,

  run: (inputs, context) => loaderOutputs(loadJira(inputs, context), inputs),

  load: loadJira,
});
