import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: its address is set on the nodes.
export const jiraApi = defineCredential({
  name: 'jiraApi',
  label: 'Jira API',
  description: 'An account of Jira Cloud with its API token.',
  category: 'Tools',
  icon: 'jira',
  docs: 'https://id.atlassian.com/manage-profile/security/api-tokens',
  hosts: ['https://*.atlassian.net'],
  inputs: {
    username: param.string({ label: 'User Name', placeholder: 'you@example.com' }),
    accessToken: param.password({ label: 'Access Token' }),
  },
});
