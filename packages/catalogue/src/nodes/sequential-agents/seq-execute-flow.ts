import { randomUUID } from 'node:crypto';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { PipelineMessage, PipelineState } from '@tendril/contract/provider/pipeline';
import { answerText, askOtherFlow } from '../../agentflow/ask-other-flow.ts';
import { listFlows } from '../../agentflow/list-flows.ts';
import { implementNode } from '../../interfaces/implement-node.ts';
import { flowOf, lastOutputs } from '../../pipeline/condition-items.ts';
import { advance, joinStates } from '../../pipeline/pipeline-run.ts';
import { replayedStep } from '../../pipeline/replayed-step.ts';
import { speakerName } from '../../pipeline/speak.ts';
import { readStateValue } from '../../pipeline/state-path.ts';
import { toPromptText } from '../../text/format-prompt.ts';
import { readJson } from '../../text/read-json.ts';
import { asRecord } from '../../tools/as-record.ts';

const nodeName = 'seqExecuteFlow';

/** The question to the other flow: that of the user, what an earlier step has said, a value of the state, or a text. */
function questionOf(given: string, state: PipelineState, context: RunContext): string {
  const name = /^\s*\{\{\s*([\w-]+)(?:\.data\.instance)?\s*\}\}\s*$/.exec(given)?.[1];
  if (given === 'userQuestion' || name === 'question' || given.trim() === '') return context.question;
  if (name !== undefined) return lastOutputs(state)[name] ?? '';
  return toPromptText(readStateValue(given, flowOf(state), context.variables));
}

/** A step of a pipeline that asks another flow. */
export const seqExecuteFlow = implementNode({
  name: 'seqExecuteFlow',
  icon: 'workflow',
  description: 'Asks another flow as a step of a pipeline.',
  step: { entry: 'sequentialNode', nameParam: 'seqExecuteFlowName' },
  loadMethods: { listFlows: (request) => listFlows(request) },

  async run(inputs, context) {
    const { seqExecuteFlowName: label, returnValueAs } = inputs;
    const { nodeId } = context;
    context.emit({ type: 'next-agent', name: label });
    const state: PipelineState = joinStates(inputs.sequentialNode);
    const answer = await askOtherFlow(
      {
        flowId: inputs.selectedFlow,
        question: questionOf(inputs.seqExecuteFlowInput, state, context),
        overrideConfig: inputs.overrideConfig,
        baseUrl: inputs.baseURL,
        keyField: 'chatflowApiKey',
        isNewSession: inputs.startNewSession === true,
        key: context.idempotencyKey,
      },
      context,
    );
    const content = answerText(answer);
    const isState = returnValueAs === 'stateObj';
    const role = returnValueAs === 'humanMessage' ? ('user' as const) : ('assistant' as const);
    const message: PipelineMessage = { id: randomUUID(), role, content, nodeId, name: speakerName(label) };
    const { sourceDocuments, usedTools } = answer;
    const next = advance(state, {
      messages: isState ? [] : [message],
      updates: isState ? { ...asRecord(answer.json ?? readJson(content)) } : {},
      reasoning: {
        agentName: label,
        messages: isState ? [] : [content],
        nodeName,
        nodeId,
        ...(usedTools && { usedTools }),
        ...(sourceDocuments && { sourceDocuments }),
      },
    });
    const at = state.reasoning.length;
    context.emit({ type: 'agent-reasoning', at, reasoning: next.reasoning.slice(at) });
    return { seqExecuteFlow: next };
  },

  pass: ({ sequentialNode }) => ({ seqExecuteFlow: joinStates(sequentialNode) }),

  replay({ sequentialNode, seqExecuteFlowName: label }, pinned, { nodeId }) {
    const step = { label, nodeName, nodeId };
    return { seqExecuteFlow: replayedStep(step, joinStates(sequentialNode), pinned[nodeName]) };
  },
});
