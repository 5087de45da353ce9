import { defineTexts } from '../texts.ts';

/** What every list of the app says. */
export const listsTexts = defineTexts('lists', {
  selected: '{{count}} selected',
  clearSelection: 'Clear selection',
  selectAll: 'Select all',
  select: 'Select {{name}}',
  selectMatching: 'Select all {{count}}',
  selectAllMatching: 'Select all that match',
  selectingMatching: 'Selecting {{count}}…',
  bulkProgress: '{{done}} of {{total}}',
  refused_one: 'One was left as it was:',
  refused_other: '{{count}} were left as they were:',
  actions: 'Actions',
  more: 'More actions for {{name}}',
  sort: 'Sort',
  view: 'View',
  cards: 'Cards',
  table: 'Table',
  filters: 'Filters',
  filtersSet_one: 'Filters, {{count}} active',
  filtersSet_other: 'Filters, {{count}} active',
  clearFilters: 'Clear filters',
  notUsed: 'Not used',
  export: 'Export',
  delete: 'Delete',
});
