import { isPipelineState, type PipelineState, pipelineAnswer } from '@tendril/contract/provider/pipeline';
import type { EdgeStates } from '../../edge-states.ts';

const modelKey = '$model';

function isFrozen(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, modelKey);
}

/** The state of a sequential pipeline: plain JSON but for the model, which is stored by its node. */
export const pipelineStates: EdgeStates = {
  isState: isPipelineState,
  describe({ messages, values }: PipelineState) {
    const last = messages.at(-1);
    return {
      text: last?.content ?? '',
      ...(last?.name !== undefined && { name: last.name }),
      ...(last?.toolCalls && { toolCalls: last.toolCalls }),
      state: values,
      messages: messages.length,
    };
  },
  answer: (state: PipelineState) => pipelineAnswer(state),
  isStreamed: ({ messages }: PipelineState) => messages.at(-1)?.isStreamed === true,
  reasoning: ({ reasoning }: PipelineState) => reasoning,
  freeze({ model, ...state }: PipelineState) {
    return { ...state, [modelKey]: model.nodeId };
  },
  neededBy: (frozen) => (isFrozen(frozen) ? [String(frozen[modelKey])] : []),
  thaw(frozen, outputOf) {
    if (!isFrozen(frozen)) return frozen;
    const { [modelKey]: nodeId, ...state } = frozen;
    return { ...state, model: outputOf(String(nodeId)) };
  },
};
