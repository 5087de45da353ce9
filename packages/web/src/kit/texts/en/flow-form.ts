import { defineTexts } from '../texts.ts';

export const flowFormTexts = defineTexts('flowForm', {
  loadFailed: 'The form could not be loaded',
  invalidTitle: 'There is no form here',
  invalidHelp: 'The link is wrong, or its owner has not made the form public.',
  send: 'Send',
  sending: 'Working on it…',
  done: 'Done',
  noAnswer: 'Your answers were received.',
  again: 'Fill in again',
  failed: 'This did not work. Your answers are still here, so you can try again.',
  checkFields: 'Some answers need another look.',
  choose: 'Choose one',
  number: 'Enter a number.',
  choice: 'Choose one of the options.',
  text: 'Enter text.',
  long: 'This is too long.',
  unknown: 'This field no longer exists. Reload the page.',
});
