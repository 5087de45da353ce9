import { AppError } from '@tendril/contract/app-error';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { OutsideStore } from '@tendril/contract/provider/outside-store';
import type { Scope } from '../../../platform/db/scope.ts';

/** A chosen vector store with its settings. */
export interface OutsideChoice {
  name: string;
  config: Record<string, unknown>;
}

/** A vector store elsewhere, opened with its address and key. */
export interface OutsideClient {
  label: string;
  store: OutsideStore;
  contextOf(signal: AbortSignal): RunContext;
}

/** Opens what was chosen. Throws INVALID_INPUT naming the field, CREDENTIAL_MISSING, or what the vendor says. */
export type OpenOutsideClient = (
  scope: Scope,
  storeId: string,
  choice: OutsideChoice,
  signal: AbortSignal,
) => Promise<OutsideClient>;

/** Runs a request to a vector store that has to be over in time. Throws PROVIDER_UNAVAILABLE when it is not. */
export async function askWithin<T>(
  { label, contextOf }: Pick<OutsideClient, 'label' | 'contextOf'>,
  limitMs: number,
  signal: AbortSignal,
  ask: (context: RunContext) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    return await ask(contextOf(AbortSignal.any([signal, limit])));
  } catch (error) {
    if (!limit.aborted || signal.aborted) throw error;
    const message = `${label} did not answer within ${limitMs / 1000} seconds.`;
    throw new AppError('PROVIDER_UNAVAILABLE', message, { cause: error });
  }
}
