import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { PipelineState } from '@tendril/contract/provider/pipeline';
import type { Tool } from '@tendril/contract/provider/tool';
import { flatTools } from '../../agent/flat-tools.ts';
import { defaultToolCalls, runAgent } from '../../agent/run-agent.ts';
import { type ApprovalTexts, approvalParams, interruptParam } from '../../pipeline/approval.ts';
import { runApprovedAgent } from '../../pipeline/approved-agent.ts';
import { type PipelinePrompts, pipelineMessages } from '../../pipeline/pipeline-prompt.ts';
import { joinStates } from '../../pipeline/pipeline-run.ts';
import { humanMessageParam, promptValuesParam } from '../../pipeline/prompt-params.ts';
import { replayedStep } from '../../pipeline/replayed-step.ts';
import { type Said, speak } from '../../pipeline/speak.ts';
import { stepAnchor } from '../../pipeline/step-anchor.ts';
import { updateStateParam } from '../../pipeline/update-state.ts';

const nodeName = 'seqAgent';

interface AgentInputs extends PipelinePrompts, ApprovalTexts {
  tools: readonly Tool[];
  model: ChatModel | undefined;
  interrupt: boolean | undefined;
  maxIterations: number | undefined;
}

/** Runs the agent, with a person's approval for its tools if configured. */
async function say(inputs: AgentInputs, state: PipelineState, context: RunContext): Promise<Said> {
  const maxToolCalls = inputs.maxIterations;
  const tools = flatTools(inputs.tools);
  const model = inputs.model ?? state.model;
  const messages = pipelineMessages(inputs, state, context);
  if (inputs.interrupt && tools.length > 0)
    return runApprovedAgent({ model, messages, tools, maxToolCalls, texts: inputs }, context);
  const isAnswer = context.isAnswer === true;
  const said = await runAgent({ model, messages, tools, maxToolCalls, isAnswer }, context);
  return { ...said, text: said.text ?? '', isStreamed: isAnswer && context.isStreaming && model.isStreaming };
}

/** A step of a pipeline that calls tools until it can answer. */
export const seqAgent = defineNode({
  name: 'seqAgent',
  label: 'Agent',
  version: 2,
  category: 'Sequential Agents',
  description: 'A step that calls tools as often as it needs to, then says something.',
  icon: 'bot',
  role: 'pipeline',
  step: { entry: 'sequentialNode', nameParam: 'agentName', asksWhen: 'interrupt' },
  inputs: {
    tools: anchor('Tool', { label: 'Tools', optional: true, list: true }),
    sequentialNode: stepAnchor,
    model: anchor('BaseChatModel', {
      label: 'Chat Model',
      description: 'Instead of the model of Start.',
      optional: true,
    }),
    agentName: param.string({ label: 'Agent Name', placeholder: 'Researcher' }),
    systemMessagePrompt: param.string({
      isPromptTemplate: true,
      label: 'System Prompt',
      rows: 4,
      optional: true,
      default:
        'You are one step of a chain of experts. Do your part with the tools you have, and say what you found.',
    }),
    humanMessagePrompt: humanMessageParam,
    interrupt: interruptParam,
    promptValues: promptValuesParam,
    ...approvalParams,
    updateStateMemory: updateStateParam,
    maxIterations: param.number({
      label: 'Max Iterations',
      description: `How many tool calls this step may take; ${defaultToolCalls} when empty.`,
      optional: true,
      additionalParams: true,
      min: 1,
      max: 200,
    }),
  },
  outputs: { seqAgent: output(['Agent'], { label: 'Agent' }) },

  async run(inputs, context) {
    if (!context.decision) context.emit({ type: 'next-agent', name: inputs.agentName });
    const state = joinStates(inputs.sequentialNode);
    const said = await say(inputs, state, context);
    const { agentName: label, updateStateMemory } = inputs;
    return { seqAgent: await speak({ label, nodeName, updateStateMemory }, state, said, said.text, context) };
  },

  pass: ({ sequentialNode }) => ({ seqAgent: joinStates(sequentialNode) }),

  replay({ sequentialNode, agentName }, pinned, { nodeId }) {
    const step = { label: agentName, nodeName, nodeId };
    return { seqAgent: replayedStep(step, joinStates(sequentialNode), pinned[nodeName]) };
  },
});
