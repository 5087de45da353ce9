import { param } from '@tendril/contract/node/param';

/** The fields of a sign-in at a vendor whose addresses are known. */
export const signInInputs = {
  clientId: param.string({ label: 'Client ID' }),
  clientSecret: param.password({ label: 'Client Secret' }),
  scope: param.string({
    label: 'Scopes',
    description: 'What may be done for the account, parted by spaces. Left empty, what the node needs.',
    optional: true,
    rows: 2,
  }),
};
