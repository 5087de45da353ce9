import { defineTexts } from '../texts.ts';

export const canvasEditTexts = defineTexts('canvasEdit', {
  copied_one: '{{count}} node copied',
  copied_other: '{{count}} nodes copied',
  cut_one: '{{count}} node cut',
  cut_other: '{{count}} nodes cut',
  pasted_one: '{{count}} node pasted',
  pasted_other: '{{count}} nodes pasted',
  pasteUnreadable: 'The clipboard text looks like a flow but could not be read: {{reason}}',
  pasteLocked: 'The canvas is locked. Unlock it to paste.',
  pasteBanner_one: 'A flow with {{count}} node was added to this one.',
  pasteBanner_other: 'A flow with {{count}} nodes was added to this one.',
  replaceCanvas: 'Replace the canvas instead',
  replaced: 'The canvas was replaced with the pasted flow',
  tidyBanner: 'Some nodes of this flow cover each other.',
  tidyUp: 'Tidy up',
  dismiss: 'Dismiss',

  group: 'Group {{name}}',
  groupNodes_one: '{{count}} node',
  groupNodes_other: '{{count}} nodes',
  groupMenu: 'Actions for the group {{name}}',
  groupName: 'Group name',
  renameGroup: 'Rename',
  ungroup: 'Ungroup',
  selectMembers: 'Select nodes in group',
});
