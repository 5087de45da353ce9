import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: its address is set on the nodes.
export const jiraApiBearerToken = defineCredential({
  name: 'jiraApiBearerToken',
  label: 'Jira API (Bearer Token)',
  description: 'A personal access token of Jira.',
  category: 'Tools',
  icon: 'jira',
  docs: 'https://confluence.atlassian.com/enterprise/using-personal-access-tokens-1026032365.html',
  hosts: ['https://*.atlassian.net'],
  inputs: {
    bearerToken: param.password({ label: 'Bearer Token' }),
  },
});
