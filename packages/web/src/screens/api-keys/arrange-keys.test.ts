import type { ApiKey } from '@tendril/contract/api/api-keys';
import { expect, it } from 'vitest';
import { arrangeKeys, type KeyColumn } from './arrange-keys.ts';

const key = (keyName: string, more: Partial<ApiKey> = {}): ApiKey => ({
  id: keyName,
  keyName,
  hint: 'tdl_…0000',
  apiKey: 'tdl_…0000',
  scope: 'full',
  scopeFlows: [],
  permissions: [],
  lastUsedAt: null,
  createdByName: null,
  endedAt: null,
  expiresAt: null,
  createdAt: 1,
  chatFlows: [],
  ...more,
});

const keys = [
  key('Key 10', { lastUsedAt: 5, expiresAt: 9 }),
  key('key 2', { hint: 'tdl_…beef', createdAt: 3 }),
  key('Alpha', { lastUsedAt: 7, scopeFlows: [{ id: 'f', flowName: 'Support' }] }),
];

const names = (search: string, column: KeyColumn, isDescending = false) =>
  arrangeKeys(keys, search, { column, isDescending }).map(({ keyName }) => keyName);

it('keys sort by name as people read numbers, and by when they were last used', () => {
  expect(names('', 'keyName')).toEqual(['Alpha', 'key 2', 'Key 10']);
  expect(names('', 'lastUsedAt', true)).toEqual(['Alpha', 'Key 10', 'key 2']);
});

it('a key that never expires stands after those that do', () => {
  expect(names('', 'expiresAt')[0]).toBe('Key 10');
});

it('keys are found by name, by their ends and by the flows they are for', () => {
  expect(names('KEY', 'keyName')).toEqual(['key 2', 'Key 10']);
  expect(names('beef', 'keyName')).toEqual(['key 2']);
  expect(names('support', 'keyName')).toEqual(['Alpha']);
});
