import { defineCredential } from '@tendril/contract/node/define-credential';
import { param } from '@tendril/contract/node/param';
import { askVendor } from '../credential-tests/ask-vendor.ts';

export const stripeApi = defineCredential({
  name: 'stripeApi',
  label: 'Stripe API',
  description: 'A secret or restricted key of stripe.com.',
  category: 'Tools',
  icon: 'stripe',
  docs: 'https://dashboard.stripe.com/apikeys',
  hosts: ['https://api.stripe.com'],
  inputs: {
    stripeApiToken: param.password({ label: 'Stripe API Token' }),
  },
  testNote: 'The test reads the balance. It costs nothing.',
  async test({ stripeApiToken = '' }, tools) {
    const headers = { authorization: `Bearer ${stripeApiToken.trim()}` };
    await askVendor({ url: 'https://api.stripe.com/v1/balance', headers }, tools);
    return '';
  },
});
