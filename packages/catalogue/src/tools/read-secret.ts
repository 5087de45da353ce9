import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import { findKey } from '../model/read-key.ts';

/** One value of the credential chosen on a tool. Throws CREDENTIAL_MISSING that names the tool. */
export async function readSecret(context: RunContext, field: string, tool: string): Promise<string> {
  const value = await findKey(context, field);
  if (value) return value;
  throw new AppError('CREDENTIAL_MISSING', `${tool} needs a key. Choose a credential in this node.`);
}
