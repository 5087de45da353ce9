import type { ApiKey } from '@tendril/contract/api/api-keys';
import type { FlowSettings } from '@tendril/contract/flow/flow-settings';
import type { FreshKey } from './key-choice.tsx';

/** The placeholder in samples if the secret is not known. */
export const keyPlaceholder = 'YOUR_API_KEY';

/** How callers access the flow, and what the samples show. */
export interface ShareAccess {
  /** Sent by callers; undefined where the flow asks for none. */
  apiKey: string | undefined;
  /** The secret is known: samples work as they stand. */
  isKeyKnown: boolean;
  keyName: string;
  isBound: boolean;
  isPublic: boolean;
}

/** A flow wants its bound key; a private one any key of the workspace; a public one none. */
export function shareAccess(
  { apikeyid, isPublic }: Pick<FlowSettings, 'apikeyid' | 'isPublic'>,
  keys: readonly Pick<ApiKey, 'id' | 'keyName'>[],
  fresh: FreshKey | undefined,
): ShareAccess {
  const isBound = apikeyid !== null;
  const isFresh = fresh !== undefined && (fresh.id === apikeyid || !isBound);
  const secret = isFresh ? fresh.secret : keyPlaceholder;
  return {
    apiKey: isBound || !isPublic ? secret : undefined,
    isKeyKnown: isFresh,
    keyName: keys.find(({ id }) => id === apikeyid)?.keyName ?? '',
    isBound,
    isPublic,
  };
}
