import { anchor } from '@tendril/contract/node/anchor';

/** Where the control edges of earlier steps end. */
export const stepAnchor = anchor(
  ['Start', 'Agent', 'Condition', 'LLMNode', 'ToolNode', 'CustomFunction', 'ExecuteFlow'],
  {
    label: 'Sequential Node',
    description: 'The step, or the steps, before this one.',
    list: true,
  },
);
