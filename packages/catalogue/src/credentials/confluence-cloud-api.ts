import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: what it is sent to is set on the nodes, or nothing can be asked that is free.
export const confluenceCloudApi = defineCredential({
  name: 'confluenceCloudApi',
  label: 'Confluence Cloud API',
  description: 'An account of Confluence Cloud with its API token.',
  category: 'Document Loaders',
  icon: 'confluence',
  docs: 'https://id.atlassian.com/manage-profile/security/api-tokens',
  hosts: ['https://*.atlassian.net'],
  inputs: {
    accessToken: param.password({ label: 'Access Token' }),
    username: param.string({ label: 'Username' }),
  },
});
