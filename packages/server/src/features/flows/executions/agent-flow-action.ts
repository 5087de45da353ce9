import type { RunAction } from '@tendril/contract/run-event';

/** The question to a person as clients of agent flows know it: they answer it with `humanInput`. */
export function agentFlowAction(action: RunAction) {
  const { id, mapping, elements, data } = action;
  const { nodeId, nodeLabel, input: content, takesNote = false } = data;
  // They ask the person for words only where the input of the node that waits says so.
  const input = { messages: [{ role: 'assistant', content }], humanInputEnableFeedback: takesNote };
  return {
    id,
    mapping: { approve: mapping.approve, reject: mapping.reject },
    elements: elements.map(({ type, label }) => ({ type: `agentflowv2-${type}`, label })),
    data: { nodeId, nodeLabel, input },
  };
}
