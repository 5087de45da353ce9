import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

// No test: it would have to sign for a token as a run does, and even that says nothing of the project's rights.
export const googleVertexAuth = defineCredential({
  name: 'googleVertexAuth',
  label: 'Google Vertex Auth',
  description: 'The JSON key of a service account of a Google Cloud project.',
  category: 'Chat Models',
  icon: 'google',
  docs: 'https://console.cloud.google.com/iam-admin/serviceaccounts',
  hosts: ['https://*.googleapis.com'],
  inputs: {
    googleApplicationCredentialFilePath: param.string({
      label: 'Google Application Credential File Path',
      description: 'Not read: paste the JSON below instead.',
      optional: true,
    }),
    googleApplicationCredential: param.password({
      label: 'Google Credential JSON Object',
      rows: 4,
      optional: true,
    }),
    projectID: param.string({ label: 'Project ID', optional: true, additionalParams: true }),
  },
});
