import type { ApiKey } from '@tendril/contract/api/api-keys';
import type { Sorting } from '../../kit/lists/sort-head.tsx';
import { sortRows } from '../../kit/lists/sort-rows.ts';

export type KeyColumn = 'keyName' | 'hint' | 'scope' | 'usedBy' | 'lastUsedAt' | 'expiresAt' | 'createdAt';

export type KeyOrder = Sorting<KeyColumn>;

const values: Readonly<Record<KeyColumn, (key: ApiKey) => string | number>> = {
  keyName: ({ keyName }) => keyName,
  hint: ({ hint }) => hint,
  scope: ({ scope }) => scope,
  usedBy: ({ chatFlows }) => chatFlows.length,
  lastUsedAt: ({ lastUsedAt }) => lastUsedAt ?? 0,
  // What never expires comes after everything that does.
  expiresAt: ({ expiresAt }) => expiresAt ?? Number.MAX_SAFE_INTEGER,
  createdAt: ({ createdAt }) => createdAt,
};

/** The keys that hold the text in their name, their ends or the names of their flows, in the chosen order. */
export function arrangeKeys(keys: readonly ApiKey[], search: string, order: KeyOrder): ApiKey[] {
  const wanted = search.trim().toLowerCase();
  const found = keys.filter(({ keyName, hint, chatFlows, scopeFlows }) =>
    [keyName, hint, ...[...chatFlows, ...scopeFlows].map(({ flowName }) => flowName)].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
  return sortRows(found, values[order.column], order.isDescending);
}
