import { defineTexts } from '../texts.ts';

/** What every list of the app says. */
export const listsTexts = defineTexts('lists', {
  selected: '{{count}} selected',
  clearSelection: 'Clear the selection',
  selectAll: 'Select all',
  select: 'Select {{name}}',
  actions: 'Actions',
  more: 'More about {{name}}',
  sort: 'Sort',
  view: 'View',
  cards: 'Cards',
  table: 'Table',
  filters: 'Filters',
  filtersSet_one: 'Filters, {{count}} set',
  filtersSet_other: 'Filters, {{count}} set',
  clearFilters: 'Clear the filters',
  notUsed: 'Not used',
  export: 'Export',
  delete: 'Delete',
});
