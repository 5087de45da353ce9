import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import { checkAddress } from '../../model/address.ts';
import { findKey } from '../../model/read-key.ts';

/** Where Workers AI speaks OpenAI's protocol: in the account of the secret, or at the address of a gateway. */
export async function cloudflareUrl(typed: string | undefined, context: RunContext): Promise<string> {
  if (typed) {
    const address = checkAddress(typed, 'Base URL');
    return /\/v1$/.test(address) ? address : `${address.replace(/\/run$/, '')}/v1`;
  }
  const account = await findKey(context, 'cloudflareAccountId');
  if (!account) {
    throw new AppError(
      'CREDENTIAL_MISSING',
      'Cloudflare chat model needs a key with its account ID. Add one, or use the demo model.',
    );
  }
  return `https://api.cloudflare.com/client/v4/accounts/${encodeURIComponent(account)}/ai/v1`;
}
