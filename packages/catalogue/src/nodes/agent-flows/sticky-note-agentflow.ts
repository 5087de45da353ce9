import { implementNode } from '../../interfaces/implement-node.ts';

/** A note on the canvas of an agent flow; runs ignore it. */
export const stickyNoteAgentflow = implementNode({
  name: 'stickyNoteAgentflow',
  icon: 'sticky-note',
  description: 'A note for people who read the flow.',
});
