import { anchor } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { pipelineAnswer } from '@tendril/contract/provider/pipeline';

/** Where a pipeline ends: the last message is the answer. */
export const seqEnd = defineNode({
  name: 'seqEnd',
  label: 'End',
  version: 2,
  category: 'Sequential Agents',
  description: 'Where a pipeline ends; what was said last is the answer.',
  icon: 'flag',
  role: 'pipeline',
  inputs: {
    sequentialNode: anchor(['Agent', 'Condition', 'LLMNode', 'ToolNode', 'CustomFunction', 'ExecuteFlow'], {
      label: 'Sequential Node',
      description: 'The last step.',
    }),
  },
  outputs: {},

  async answer({ sequentialNode }, context) {
    const answer = pipelineAnswer(sequentialNode);
    const isStreamed = sequentialNode.messages.at(-1)?.isStreamed === true;
    if (context.isStreaming && answer.text && !isStreamed)
      context.emit({ type: 'text-delta', text: answer.text });
    return answer;
  },
});
