import { joinAgentFlowStates, stepResult, withResult } from '../../agentflow/agent-flow-run.ts';
import { agentFlowStep, type StepEntry } from '../../agentflow/agent-flow-step.ts';
import { answerText, askOtherFlow } from '../../agentflow/ask-other-flow.ts';
import { listFlows } from '../../agentflow/list-flows.ts';
import { replyMessage } from '../../agentflow/reply-message.ts';
import { stateUpdates } from '../../agentflow/state-updates.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import type { NodeInputs } from '../../interfaces/input-types.gen.ts';
import { asRecord } from '../../tools/as-record.ts';

type FlowInputs = NodeInputs['executeFlowAgentflow'] & StepEntry;

/** A step of an agent flow that asks another flow. */
export const executeFlowAgentflow = implementNode({
  name: 'executeFlowAgentflow',
  icon: 'workflow',
  description: 'Asks another flow, and passes on its answer.',
  ...agentFlowStep('executeFlowAgentflow'),
  loadMethods: { listFlows: (request) => listFlows(request) },

  async run(inputs: FlowInputs, context) {
    const state = joinAgentFlowStates(inputs.previous);
    const answer = await askOtherFlow(
      {
        flowId: inputs.executeFlowSelectedFlow,
        question: inputs.executeFlowInput,
        overrideConfig: inputs.executeFlowOverrideConfig,
        baseUrl: inputs.executeFlowBaseURL,
        keyField: 'chatflowApiKey',
        isNewSession: false,
        key: context.idempotencyKey,
      },
      context,
    );
    const result = stepResult(answerText(answer), asRecord(answer.json));
    const { usedTools = [], sourceDocuments = [] } = answer;
    const message = replyMessage(inputs.executeFlowReturnResponseAs, result, false, context);
    const values = stateUpdates(inputs.executeFlowUpdateState, result);
    const additions = { messages: [message], usedTools, sourceDocuments, values };
    return { executeFlowAgentflow: withResult(state, context.nodeId, result, additions) };
  },
});
