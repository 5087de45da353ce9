import { defineTexts } from '../texts.ts';

export const draftsTexts = defineTexts('drafts', {
  restored_one: '{{count}} edit restored from this device',
  restored_other: '{{count}} edits restored from this device',
  restoredMerged_one: '{{count}} edit restored from this device and merged with a newer save',
  restoredMerged_other: '{{count}} edits restored from this device and merged with a newer save',
  withheld_one: 'A typed password is never kept here: enter it again.',
  withheld_other: '{{count}} typed passwords are never kept here: enter them again.',
  discard: 'Discard',
  unchangedLetters: '{{count}} letters that did not change',
  discardHint: 'Undo brings them back',
  dismiss: 'Dismiss',

  offerTitle: 'Go on with your unsaved flow?',
  offerText_one: '{{name}}, {{count}} node, {{when}}',
  offerText_other: '{{name}}, {{count}} nodes, {{when}}',
  goOn: 'Go on',

  askUnsaved: 'The flow could not be saved, so the question was not asked.',

  goneKept: 'This device keeps edits of it that were never saved.',
  goneOpen: 'Open them as a new flow',

  mergedWith: 'Merged with changes of {{author}}',
  mergedUnknown: 'Merged with changes that were saved elsewhere',
  notKept: 'This device cannot keep unsaved edits: {{reason}}',
  refused: 'The edits could not be saved: {{reason}}',

  clashBar_one: '{{author}} changed this flow too. {{count}} change needs your choice.',
  clashBar_other: '{{author}} changed this flow too. {{count}} changes need your choice.',
  somebody: 'Somebody else',
  review: 'Compare and choose',

  clashTitle: 'Two versions of this flow',
  clashIntro:
    '{{author}} saved changes while you edited. Whatever only one of you changed is taken from that one.',
  clashes_one: '{{count}} change to choose',
  clashes_other: '{{count}} changes to choose',
  taken: 'Taken without asking',
  takenNone: 'Nothing else changed.',
  mine: 'Mine',
  theirs: 'Theirs',
  before: 'before',
  picture: 'Merged flow beside the version both of you started from',
  saveMerged: 'Save merged',
  saveMineCopy: 'Save mine as a copy',
  later: 'Later',
  allMine: 'All mine',
  allTheirs: 'All theirs',
  copyName: '{{name}} (my changes)',
  deletedByThem: 'They deleted it, you changed it',
  deletedByMe: 'You deleted it, they changed it',
  keepNode: 'Keep it',
  deleteNode: 'Delete it',
  placeOf: 'Connected to {{input}}',
  groupName: 'Name of the group',
});
