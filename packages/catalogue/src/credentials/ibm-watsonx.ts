import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor, keyRefused, readObject } from '../credential-tests/ask-vendor.ts';

export const ibmWatsonx = defineCredential({
  name: 'ibmWatsonx',
  label: 'IBM Watsonx',
  description: 'A project of IBM watsonx.ai, and a key or a token that may use it.',
  category: 'Chat Models',
  icon: 'ibm',
  docs: 'https://cloud.ibm.com/iam/apikeys',
  hosts: ['https://iam.cloud.ibm.com', 'https://*.ml.cloud.ibm.com'],
  inputs: {
    version: param.string({ label: 'Version', placeholder: '2024-05-31' }),
    serviceUrl: param.string({ label: 'Service URL', placeholder: 'https://us-south.ml.cloud.ibm.com' }),
    projectId: param.string({ label: 'Project ID' }),
    watsonxAIAuthType: param.options({
      label: 'Watsonx AI Auth Type',
      options: [
        { name: 'iam', label: 'IAM' },
        { name: 'bearertoken', label: 'Bearer Token' },
      ],
      default: 'iam',
    }),
    watsonxAIApikey: param.password({ label: 'Watsonx AI IAM API Key', optional: true }),
    watsonxAIBearerToken: param.password({ label: 'Watsonx AI Bearer Token', optional: true }),
  },
  testNote: 'The test asks for a short-lived token. It costs nothing.',
  async test({ watsonxAIAuthType, watsonxAIApikey = '' }, tools) {
    // A token cannot be exchanged for another.
    if (watsonxAIAuthType === 'bearertoken') return '';
    const grant = { grant_type: 'urn:ibm:params:oauth:grant-type:apikey', apikey: watsonxAIApikey.trim() };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const url = 'https://iam.cloud.ibm.com/identity/token';
    const body = new URLSearchParams(grant).toString();
    const { access_token } = await readObject(await askVendor({ url, headers, method: 'POST', body }, tools));
    if (typeof access_token !== 'string') throw keyRefused('The provider gave no token for it.');
    return '';
  },
});
