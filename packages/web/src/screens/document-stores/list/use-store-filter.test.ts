import type { DocumentStoreSummary } from '@tendril/contract/api/document-stores';
import { expect, it } from 'vitest';
import { filterStores, firstOrder } from './use-store-filter.ts';

const store = (name: string, rest: Partial<DocumentStoreSummary>) =>
  ({
    name,
    description: '',
    status: 'NEW',
    whereUsed: [],
    totalLoaders: 1,
    totalChunks: 0,
    totalChars: 0,
    updatedDate: '2025-01-01T00:00:00.000Z',
    ...rest,
  }) as DocumentStoreSummary;

const stores = [
  store('Prices', { totalChunks: 9, updatedDate: '2025-01-02T00:00:00.000Z' }),
  store('help', { totalChunks: 40, status: 'UPSERTED', description: 'What a price includes' }),
  store('Zoo', { totalChunks: 9, status: 'STALE' }),
];

const names = (
  ...[search, state, column]: [string, 'all' | 'ready' | 'open', 'name' | 'chunks' | 'updated']
) => filterStores(stores, { search, state, sort: firstOrder(column) }).map(({ name }) => name);

it('a search looks into names and descriptions', () => {
  expect(names(' PRICE ', 'all', 'name')).toEqual(['help', 'Prices']);
  expect(names('nothing', 'all', 'name')).toEqual([]);
});

it('distinguishes what is searchable from what is still to do', () => {
  expect(names('', 'ready', 'name')).toEqual(['help']);
  expect(names('', 'open', 'name')).toEqual(['Prices', 'Zoo']);
});

it('amounts and times begin with the most, names with A; equals stand by name', () => {
  expect(names('', 'all', 'name')).toEqual(['help', 'Prices', 'Zoo']);
  expect(names('', 'all', 'chunks')).toEqual(['help', 'Prices', 'Zoo']);
  expect(names('', 'all', 'updated')[0]).toBe('Prices');
});
