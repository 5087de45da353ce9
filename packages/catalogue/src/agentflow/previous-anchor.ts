import { anchor } from '@tendril/contract/node/anchor';

/** Where the edges of earlier steps of an agent flow end. They are drawn to the node, not to a port of their own. */
export const previousAnchor = anchor('AgentFlow', {
  label: 'Previous step',
  description: 'The step, or the steps, before this one.',
  list: true,
  isInner: true,
});
