import type { TemplateCard } from '@tendril/contract/api/template-gallery';
import { expect, it } from 'vitest';
import { type CardFilter, filterCards, useCasesOf } from './filter-cards.ts';

const card = (changes: Partial<TemplateCard>): TemplateCard => ({
  id: 'one',
  isOwn: false,
  name: 'Order look-up',
  text: 'Finds an order.',
  type: 'CHATFLOW',
  badge: '',
  useCases: ['Support'],
  keys: [],
  isDemo: true,
  picture: null,
  createdAt: null,
  ...changes,
});

const cards = [
  card({}),
  card({
    id: 'two',
    name: 'Team',
    type: 'MULTIAGENT',
    useCases: ['Agents', 'Data'],
    isDemo: false,
    keys: ['openAIApi'],
  }),
  card({ id: 'three', isOwn: true, name: 'Mine', type: 'TOOL', isDemo: false }),
];
const all: CardFilter = { isOwn: false, search: '', useCase: '', type: '', key: '' };
const ids = (changes: Partial<CardFilter>) => filterCards(cards, { ...all, ...changes }).map(({ id }) => id);

it('shows own templates and those of the product apart', () => {
  expect(ids({})).toEqual(['one', 'two']);
  expect(ids({ isOwn: true })).toEqual(['three']);
});

it('filters by use case, type and key', () => {
  expect(ids({ useCase: 'Data' })).toEqual(['two']);
  expect(ids({ type: 'CHATFLOW' })).toEqual(['one']);
  expect(ids({ key: 'demo' })).toEqual(['one']);
  expect(ids({ key: 'key' })).toEqual(['two']);
});

it('finds every word of a search anywhere in a card', () => {
  expect(ids({ search: ' support ORDER ' })).toEqual(['one']);
  expect(ids({ search: 'support team' })).toEqual([]);
});

it('names each use case once, by name', () => {
  expect(useCasesOf(cards)).toEqual(['Agents', 'Data', 'Support']);
});
