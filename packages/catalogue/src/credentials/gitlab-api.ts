import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: servers of one's own are named on the node.
export const gitlabApi = defineCredential({
  name: 'gitlabApi',
  label: 'GitLab API',
  description: 'A personal, project or group access token of GitLab.',
  category: 'Document Loaders',
  icon: 'git-branch',
  docs: 'https://gitlab.com/-/user_settings/personal_access_tokens',
  hosts: ['https://gitlab.com'],
  inputs: {
    accessToken: param.password({ label: 'Access Token' }),
  },
});
