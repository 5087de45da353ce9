import { randomUUID } from 'node:crypto';
import { AppError } from '@tendril/contract/app-error';
import type { PipelineMessage, PipelineState } from '@tendril/contract/provider/pipeline';
import { runUserCode } from '../../code/run-user-code.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import { flowOf } from '../../pipeline/condition-items.ts';
import { advance, joinStates } from '../../pipeline/pipeline-run.ts';
import { replayedStep } from '../../pipeline/replayed-step.ts';
import { speakerName } from '../../pipeline/speak.ts';
import { readStateValue } from '../../pipeline/state-path.ts';
import { toPromptText } from '../../text/format-prompt.ts';
import { toPromptValues } from '../../text/prompt-values.ts';

const nodeName = 'seqCustomFunction';

function toUpdates(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new AppError('NODE_FAILED', 'Custom JS Function must return an object to become state.');
}

/** A step of a pipeline in the user's own code. */
export const seqCustomFunction = implementNode({
  name: 'seqCustomFunction',
  icon: 'square-function',
  description: 'Runs your JavaScript as a step: what it returns becomes a message, or part of the state.',
  step: { entry: 'sequentialNode', nameParam: 'functionName' },

  async run(inputs, context) {
    const { functionName: label, returnValueAs } = inputs;
    const { nodeId } = context;
    context.emit({ type: 'next-agent', name: label });
    const state: PipelineState = joinStates(inputs.sequentialNode);
    const flow = flowOf(state);
    const given = Object.entries(toPromptValues(inputs.functionInputVariables));
    const variables = Object.fromEntries(
      given.map(([name, value]) => [name, readStateValue(value, flow, context.variables)]),
    );
    const request = { code: inputs.javascriptFunction, variables, flow: { ...flow }, nodeId, name: label };
    const value = await runUserCode(request, context);
    const isState = returnValueAs === 'stateObj';
    const content = toPromptText(value);
    const role = returnValueAs === 'humanMessage' ? ('user' as const) : ('assistant' as const);
    const message: PipelineMessage = { id: randomUUID(), role, content, nodeId, name: speakerName(label) };
    const next = advance(state, {
      messages: isState ? [] : [message],
      updates: isState ? toUpdates(value) : {},
      reasoning: { agentName: label, messages: isState ? [] : [content], nodeName, nodeId },
    });
    const at = state.reasoning.length;
    context.emit({ type: 'agent-reasoning', at, reasoning: next.reasoning.slice(at) });
    return { seqCustomFunction: next };
  },

  pass: ({ sequentialNode }) => ({ seqCustomFunction: joinStates(sequentialNode) }),

  replay({ sequentialNode, functionName: label }, pinned, { nodeId }) {
    const step = { label, nodeName, nodeId };
    return { seqCustomFunction: replayedStep(step, joinStates(sequentialNode), pinned[nodeName]) };
  },
});
