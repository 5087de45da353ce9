import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor, countOf, readObject } from '../credential-tests/ask-vendor.ts';

const protocolVersion = '2023-06-01';

export const anthropicApi = defineCredential({
  name: 'anthropicApi',
  label: 'Anthropic API',
  description: 'A key of console.anthropic.com.',
  category: 'Chat Models',
  icon: 'anthropic',
  docs: 'https://console.anthropic.com/settings/keys',
  hosts: ['https://api.anthropic.com'],
  inputs: {
    anthropicApiKey: param.password({ label: 'Anthropic Api Key' }),
  },
  testNote: 'The test lists models. It costs nothing.',
  async test({ anthropicApiKey = '' }, tools) {
    const headers = { 'x-api-key': anthropicApiKey.trim(), 'anthropic-version': protocolVersion };
    const url = 'https://api.anthropic.com/v1/models?limit=1000';
    return countOf(await readObject(await askVendor({ url, headers }, tools)), 'data');
  },
});
