import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';

/** A note on the canvas; no run sees it. */
export const stickyNote = defineNode({
  name: 'stickyNote',
  label: 'Sticky Note',
  version: 2,
  category: 'Utilities',
  description: 'A note beside your nodes.',
  icon: 'sticky-note',
  tags: ['Utilities'],
  role: 'note',
  inputs: {
    note: param.string({ label: '', rows: 1, placeholder: 'Type something here', optional: true }),
  },
  outputs: { stickyNote: output(['StickyNote'], { label: 'Sticky Note' }) },
});
