import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor, readObject } from '../credential-tests/ask-vendor.ts';

export const cloudflareApi = defineCredential({
  name: 'cloudflareApi',
  label: 'Cloudflare API',
  description: 'A token of dash.cloudflare.com with the right to use Workers AI, and its account.',
  category: 'Chat Models',
  icon: 'cloudflare',
  docs: 'https://dash.cloudflare.com/profile/api-tokens',
  hosts: ['https://api.cloudflare.com', 'https://gateway.ai.cloudflare.com'],
  inputs: {
    cloudflareAccountId: param.string({ label: 'Cloudflare Account ID' }),
    cloudflareApiToken: param.password({ label: 'Cloudflare API Token' }),
  },
  testNote: 'The test lists models. It costs nothing.',
  async test({ cloudflareAccountId = '', cloudflareApiToken = '' }, tools) {
    const account = encodeURIComponent(cloudflareAccountId.trim());
    const url = `https://api.cloudflare.com/client/v4/accounts/${account}/ai/models/search?per_page=1`;
    const headers = { authorization: `Bearer ${cloudflareApiToken.trim()}` };
    await readObject(await askVendor({ url, headers }, tools));
    return '';
  },
});
