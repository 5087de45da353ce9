import { AppError } from '@tendril/contract/app-error';
import { askPatiently } from './ask-patiently.ts';
import { askWithin, type OutsideClient } from './outside-client.ts';
import { pointId } from './point-id.ts';

const removeMs = 60_000;

/** Deletes vectors in a vector store elsewhere. */
export async function removePoints(
  client: OutsideClient,
  outsideId: string,
  seqs: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const { store, label } = client;
  if (!store.remove) throw new AppError('PROVIDER_REFUSED', `${label} cannot delete single vectors.`);
  const ids = seqs.map((seq) => pointId(outsideId, seq));
  const remove = () => askWithin(client, removeMs, signal, async (context) => store.remove?.(ids, context));
  await askPatiently(remove, signal);
}
