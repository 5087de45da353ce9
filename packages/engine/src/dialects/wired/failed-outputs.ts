import type { AnyNode } from '@tendril/contract/node/define-node';
import { isPipelineState, type PipelineState } from '@tendril/contract/provider/pipeline';
import { errorOutput } from '../../error-output.ts';
import type { StepFailure } from '../../flow-plan.ts';

/** A step of a pipeline passes on the messages that it got, with the error as the last one. */
function withError(states: readonly PipelineState[], { message }: StepFailure): PipelineState | undefined {
  const [first] = states;
  if (!first) return undefined;
  const messages = new Map(states.flatMap((state) => state.messages).map((one) => [one.id, one]));
  const id = `error ${messages.size}`;
  return { ...first, messages: [...messages.values(), { id, role: 'assistant', content: message }] };
}

/** What stands on the output `error` of a node that has failed: a pipeline's state, or else the error itself. */
export function failedOutputs({ step }: AnyNode) {
  return (values: Record<string, unknown>, failure: StepFailure): Record<string, unknown> => {
    const given = step?.entry === undefined ? [] : [values[step.entry]].flat().filter(isPipelineState);
    return { [errorOutput]: withError(given, failure) ?? { ...failure } };
  };
}
