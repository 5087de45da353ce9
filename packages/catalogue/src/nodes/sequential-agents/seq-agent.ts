import { AppError } from '@tendril/contract/app-error';
import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { defaultToolCalls, runAgent } from '../../agent/run-agent.ts';
import { pipelineMessages } from '../../pipeline/pipeline-prompt.ts';
import { joinStates } from '../../pipeline/pipeline-run.ts';
import { humanMessageParam, promptValuesParam } from '../../pipeline/prompt-params.ts';
import { speak } from '../../pipeline/speak.ts';
import { stepAnchor } from '../../pipeline/step-anchor.ts';
import { updateStateParam } from '../../pipeline/update-state.ts';

const whenApproving = { interrupt: true };

/** A step of a pipeline that calls tools until it can answer. */
export const seqAgent = defineNode({
  name: 'seqAgent',
  label: 'Agent',
  version: 2,
  category: 'Sequential Agents',
  description: 'A step that calls tools as often as it needs to, then says something.',
  icon: 'bot',
  role: 'pipeline',
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
    interrupt: param.boolean({
      label: 'Require Approval',
      description: 'Asks a person before tools are called. Not available yet: a run refuses it.',
      optional: true,
      additionalParams: true,
      default: false,
    }),
    promptValues: promptValuesParam,
    approvalPrompt: param.string({
      label: 'Approval Prompt',
      rows: 4,
      optional: true,
      additionalParams: true,
      show: whenApproving,
      default: 'The agent wants to call these tools:\n{tools}\nMay it?',
    }),
    approveButtonText: param.string({
      label: 'Approve Button Text',
      optional: true,
      additionalParams: true,
      show: whenApproving,
      default: 'Yes',
    }),
    rejectButtonText: param.string({
      label: 'Reject Button Text',
      optional: true,
      additionalParams: true,
      show: whenApproving,
      default: 'No',
    }),
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
    if (inputs.interrupt) {
      throw new AppError(
        'FLOW_INVALID',
        `${inputs.agentName}: Require Approval is not available yet. Switch it off to run.`,
      );
    }
    context.emit({ type: 'next-agent', name: inputs.agentName });
    const state = joinStates(inputs.sequentialNode);
    const said = await runAgent(
      {
        model: inputs.model ?? state.model,
        messages: pipelineMessages(inputs, state, context),
        tools: inputs.tools,
        maxToolCalls: inputs.maxIterations,
        isAnswer: false,
      },
      context,
    );
    const text = said.text ?? '';
    const speaker = {
      label: inputs.agentName,
      nodeName: 'seqAgent',
      updateStateMemory: inputs.updateStateMemory,
    };
    return { seqAgent: await speak(speaker, state, { ...said, text }, text, context) };
  },
});
