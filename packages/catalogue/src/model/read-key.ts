import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';

/** The fields of the credential chosen on a node; undefined when none is chosen. */
export async function findCredential(
  context: Pick<RunContext, 'credential'>,
): Promise<Record<string, string> | undefined> {
  return context.credential().catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'CREDENTIAL_MISSING') return undefined;
    throw error;
  });
}

/** The key of the credential chosen on a node; undefined when none is chosen. */
export async function findKey(
  context: Pick<RunContext, 'credential'>,
  field: string,
): Promise<string | undefined> {
  return (await findCredential(context))?.[field]?.trim() || undefined;
}

/**
 * The key of the credential chosen on a node. Throws CREDENTIAL_MISSING that names the `owner`: "OpenAI chat model".
 */
export async function readKey(context: RunContext, field: string, owner: string): Promise<string> {
  const key = await findKey(context, field);
  if (key) return key;
  const substitute = owner.includes('embedding') ? 'demo embeddings' : 'demo model';
  const verb = owner.endsWith('s') ? 'need' : 'needs';
  throw new AppError('CREDENTIAL_MISSING', `${owner} ${verb} a key. Add one, or use the ${substitute}.`);
}
