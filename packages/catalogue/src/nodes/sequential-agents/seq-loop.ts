import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { joinStates } from '../../pipeline/pipeline-run.ts';

const mostRounds = 25;

/** Where a pipeline goes back to an earlier step, with the current state. */
export const seqLoop = defineNode({
  name: 'seqLoop',
  label: 'Loop',
  version: 2,
  category: 'Sequential Agents',
  description: `Goes back to an earlier step, which runs at most ${mostRounds} times.`,
  icon: 'repeat',
  role: 'pipeline',
  step: { loop: { param: 'loopToName', limit: mostRounds } },
  inputs: {
    sequentialNode: anchor(['Agent', 'Condition', 'LLMNode', 'ToolNode', 'CustomFunction', 'ExecuteFlow'], {
      label: 'Sequential Node',
      description: 'The last step of a round.',
      list: true,
    }),
    loopToName: param.string({
      label: 'Loop To',
      description: 'The name of the step to go back to.',
      placeholder: 'Writer',
    }),
  },
  outputs: { loop: output(['Agent'], { label: 'Loop', isInner: true }) },

  async run({ sequentialNode }) {
    return { loop: joinStates(sequentialNode) };
  },
});
