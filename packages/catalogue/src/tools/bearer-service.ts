import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import { findKey } from '../model/read-key.ts';
import type { ActionService } from './action-tools.ts';

/** A vendor at which somebody has signed in. Throws CREDENTIAL_MISSING where nobody has. */
export async function bearerService(
  context: RunContext,
  vendor: Pick<ActionService, 'service' | 'base' | 'prefix'>,
  field = 'accessToken',
): Promise<ActionService> {
  const token = await findKey(context, field);
  if (!token) {
    const how =
      field === 'accessToken'
        ? 'Sign in with the credential of this node.'
        : 'Choose a credential in this node.';
    throw new AppError('CREDENTIAL_MISSING', `${vendor.service} needs a credential. ${how}`);
  }
  return {
    ...vendor,
    nodeId: context.nodeId,
    headers: { authorization: `Bearer ${token}` },
    secrets: [token],
  };
}
