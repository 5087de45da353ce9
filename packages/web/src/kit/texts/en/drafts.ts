import { defineTexts } from '../texts.ts';

export const draftsTexts = defineTexts('drafts', {
  restored_one: '{{count}} edit restored from this device',
  restored_other: '{{count}} edits restored from this device',
  restoredMerged_one: '{{count}} edit restored from this device and merged with a newer save',
  restoredMerged_other: '{{count}} edits restored from this device and merged with a newer save',
  withheld_one: 'Passwords are not kept on this device: enter it again.',
  withheld_other: 'Passwords are not kept on this device: enter {{count}} of them again.',
  discard: 'Discard',
  unchangedLetters: '{{count}} unchanged characters',
  discardHint: 'Undo brings them back',
  dismiss: 'Dismiss',

  offerTitle: 'Continue with your unsaved flow?',
  offerText_one: '{{name}}, {{count}} node, {{when}}',
  offerText_other: '{{name}}, {{count}} nodes, {{when}}',
  goOn: 'Continue',

  askUnsaved: 'Your question was not sent because the flow could not be saved.',

  goneKept: 'This device has edits to it that were never saved.',
  goneOpen: 'Open them as a new flow',

  mergedWith: 'Merged with changes by {{author}}',
  mergedUnknown: 'Merged with changes saved elsewhere',
  notKept: 'Unsaved edits cannot be kept on this device: {{reason}}',
  refused: 'Your edits could not be saved: {{reason}}',

  clashBar_one: '{{author}} also changed this flow. Resolve {{count}} conflict.',
  clashBar_other: '{{author}} also changed this flow. Resolve {{count}} conflicts.',
  somebody: 'Someone else',
  review: 'Compare and choose',

  clashTitle: 'Two versions of this flow',
  clashIntro:
    '{{author}} saved changes while you were editing. Changes that only one of you made are merged automatically.',
  clashes_one: '{{count}} conflict to resolve',
  clashes_other: '{{count}} conflicts to resolve',
  taken: 'Merged automatically',
  takenNone: 'No other changes.',
  mine: 'Mine',
  theirs: 'Theirs',
  before: 'before',
  picture: 'Merged flow next to the version you both started from',
  saveMerged: 'Save merged version',
  saveMineCopy: 'Save mine as a copy',
  later: 'Later',
  allMine: 'Use all of mine',
  allTheirs: 'Use all of theirs',
  copyName: '{{name}} (my changes)',
  deletedByThem: 'They deleted it; you changed it',
  deletedByMe: 'You deleted it; they changed it',
  keepNode: 'Keep it',
  deleteNode: 'Delete it',
  placeOf: 'Connected to {{input}}',
  groupName: 'Group name',
});
