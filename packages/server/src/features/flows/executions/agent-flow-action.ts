import type { RunAction } from '@tendril/contract/run-event';

/** The question to a person as clients of agent flows know it: they answer it with `humanInput`. */
export function agentFlowAction(action: RunAction) {
  const { id, mapping, elements, data } = action;
  return {
    id,
    mapping: { approve: mapping.approve, reject: mapping.reject },
    elements: elements.map(({ type, label }) => ({ type: `agentflowv2-${type}`, label })),
    data,
  };
}
