import { anchor } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';

/** Where a pipeline ends: the last thing said is the answer. */
export const seqEnd = defineNode({
  name: 'seqEnd',
  label: 'End',
  version: 2,
  category: 'Sequential Agents',
  description: 'Where a pipeline ends; what was said last is the answer.',
  icon: 'flag',
  role: 'pipeline',
  inputs: {
    sequentialNode: anchor(['Agent', 'Condition', 'LLMNode', 'ToolNode'], {
      label: 'Sequential Node',
      description: 'The last step.',
    }),
  },
  outputs: {},

  async answer({ sequentialNode }, context) {
    const { messages, reasoning } = sequentialNode;
    const text = messages.at(-1)?.content ?? '';
    if (context.isStreaming && text) context.emit({ type: 'text-delta', text });
    const usedTools = reasoning.flatMap((one) => one.usedTools ?? []);
    const sourceDocuments = reasoning.flatMap((one) => one.sourceDocuments ?? []);
    return {
      text,
      agentReasoning: [...reasoning],
      ...(usedTools.length > 0 && { usedTools }),
      ...(sourceDocuments.length > 0 && { sourceDocuments }),
    };
  },
});
