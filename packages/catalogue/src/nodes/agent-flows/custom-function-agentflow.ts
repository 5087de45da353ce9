import { joinAgentFlowStates, stepResult, withResult } from '../../agentflow/agent-flow-run.ts';
import { agentFlowStep, type StepEntry } from '../../agentflow/agent-flow-step.ts';
import { stateUpdates } from '../../agentflow/state-updates.ts';
import { runUserCode } from '../../code/run-user-code.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { toPromptText } from '../../text/format-prompt.ts';
import { asRecord } from '../../tools/as-record.ts';

type FunctionInputs = NodeInputs['customFunctionAgentflow'] & StepEntry;

/** A step of an agent flow in the user's own code. */
export const customFunctionAgentflow = implementNode({
  name: 'customFunctionAgentflow',
  icon: 'square-function',
  description: 'Runs your JavaScript as a step of an agent flow.',
  ...agentFlowStep('customFunctionAgentflow'),

  async run(inputs: FunctionInputs, context) {
    const { nodeId } = context;
    const state = joinAgentFlowStates(inputs.previous);
    const rows = (inputs.customFunctionInputVariables ?? []).filter(({ variableName }) => variableName);
    const variables = Object.fromEntries(
      // The dollar is written in the code; some write it here too.
      rows.map(({ variableName = '', variableValue }) => [
        variableName.replace(/^\$/, ''),
        variableValue ?? '',
      ]),
    );
    const flow = { state: state.values, ...(state.iteration && { iteration: state.iteration }) };
    const code = inputs.customFunctionJavascriptFunction;
    const value = await runUserCode({ code, variables, flow, nodeId, name: 'Custom Function' }, context);
    const content = toPromptText(value);
    const result = stepResult(content, asRecord(value));
    const messages = content ? [{ role: 'assistant' as const, content, nodeId }] : [];
    const values = stateUpdates(inputs.customFunctionUpdateState, result);
    return { customFunctionAgentflow: withResult(state, nodeId, result, { messages, values }) };
  },
});
