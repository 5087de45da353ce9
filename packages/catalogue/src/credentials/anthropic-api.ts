import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';

export const anthropicApi = defineCredential({
  name: 'anthropicApi',
  label: 'Anthropic API',
  description: 'A key of console.anthropic.com.',
  inputs: {
    anthropicApiKey: param.password({ label: 'Anthropic Api Key' }),
  },
});
