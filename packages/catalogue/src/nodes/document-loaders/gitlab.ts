import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { documentOutputs, metadataParam, splitterAnchor } from '../../loading/loader-fields.ts';
import { openGitlabSource } from '../../sources/gitlab-source.ts';
import { sourceBehaviour } from '../../sources/source-behaviour.ts';

/** The files of a project at GitLab, as documents. */
export const gitlab = defineNode({
  name: 'gitlab',
  label: 'GitLab',
  version: 1,
  category: 'Document Loaders',
  description: 'The files of a project at GitLab, as documents.',
  icon: 'git-branch',
  credential: { label: 'Connect Credential', names: ['gitlabApi', 'gitlabOAuth2'], optional: true },
  inputs: {
    textSplitter: splitterAnchor,
    projectUrl: param.string({ label: 'Project URL', placeholder: 'https://gitlab.com/acme/handbook' }),
    branch: param.string({ label: 'Branch', default: 'main' }),
    folder: param.string({
      label: 'Folder',
      description: 'Only what is in it.',
      placeholder: 'docs',
      optional: true,
    }),
    apiUrl: param.string({
      label: 'API URL',
      description: 'Where it is not below the address of the project.',
      placeholder: 'https://gitlab.example.com/api/v4',
      optional: true,
      additionalParams: true,
    }),
    metadata: metadataParam,
  },
  outputs: documentOutputs,
  bringsAccess: true,
  ...sourceBehaviour(openGitlabSource),
});
