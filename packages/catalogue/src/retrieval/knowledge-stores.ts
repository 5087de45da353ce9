import { AppError } from '@tendril/contract/app-error';
import type { LoadRequest } from '@tendril/contract/node/define-node';
import type { Choice } from '@tendril/contract/node/param';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { Knowledge } from '@tendril/contract/provider/knowledge';

/** Knowledge bases to choose from; with `isSearchable`, those whose chunks were upserted. */
export async function listStores({ listStores: list }: LoadRequest, isSearchable = false): Promise<Choice[]> {
  const stores = (await list?.()) ?? [];
  return stores
    .filter((store) => !isSearchable || store.isSearchable)
    .map(({ id, name, description }) => ({
      name: id,
      label: name,
      ...(description !== '' && { description }),
    }));
}

/** The server's knowledge bases. Throws NODE_FAILED where a run has none. */
export function requireKnowledge({ knowledge }: NodeServices): Knowledge {
  if (knowledge) return knowledge;
  throw new AppError('NODE_FAILED', 'Knowledge bases are not available here.');
}
