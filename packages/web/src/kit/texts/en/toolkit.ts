import { defineTexts } from '../texts.ts';

export const toolkitTexts = defineTexts('toolkit', {
  usedBy: 'Used by: {{name}}',
  flowCount_one: '{{count}} flow',
  flowCount_other: '{{count}} flows',
  toolCount_one: '{{count}} tool',
  toolCount_other: '{{count}} tools',
  andMore: '{{names}} and {{count}} more',
  breaks: 'The following use it and will stop working: {{names}}.',
});
