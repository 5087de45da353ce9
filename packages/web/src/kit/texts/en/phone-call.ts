import { defineTexts } from '../texts.ts';

export const phoneCallTexts = defineTexts('phone-call', {
  call: 'Call',
  title: 'Call from {{number}}',
  to: 'To',
  toHelp: 'With country code, such as +12025550123.',
  agent: 'Agent',
  usualAgent: 'The number’s outbound agent',
  variables: 'Variables',
  variablesHelp: 'One per line: name=value',
  start: 'Call',
  stop: 'End call',
  again: 'Call again',
  open: 'Open the call',
  inProgress: 'In progress',
  over: 'The call has ended',
});
