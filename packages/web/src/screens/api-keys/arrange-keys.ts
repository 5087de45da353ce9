import type { ApiKey } from '@tendril/contract/api/api-keys';

export type KeyColumn = 'keyName' | 'hint' | 'scope' | 'usedBy' | 'lastUsedAt' | 'expiresAt' | 'createdAt';

export interface KeyOrder {
  column: KeyColumn;
  isDescending: boolean;
}

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
  const value = values[order.column];
  const sign = order.isDescending ? -1 : 1;
  return found.toSorted((left, right) => sign * compare(value(left), value(right)));
}

function compare(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left).localeCompare(String(right), 'en', { numeric: true, sensitivity: 'base' });
}
