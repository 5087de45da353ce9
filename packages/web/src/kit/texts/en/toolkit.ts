import { defineTexts } from '../texts.ts';

export const toolkitTexts = defineTexts('toolkit', {
  selected: '{{count}} selected',
  clearSelection: 'Clear the selection',
  selectAll: 'Select all',
  select: 'Select {{name}}',
  export: 'Export',
  delete: 'Delete',
  notUsed: 'Not used',
  usedBy: 'Used by: {{name}}',
  flowCount_one: '{{count}} flow',
  flowCount_other: '{{count}} flows',
  toolCount_one: '{{count}} tool',
  toolCount_other: '{{count}} tools',
  andMore: '{{names}} and {{count}} more',
  breaks: 'These use it and would break: {{names}}.',
});
