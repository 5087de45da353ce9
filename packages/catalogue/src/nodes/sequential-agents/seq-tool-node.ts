import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import type { AskedCall, RunContext } from '@tendril/contract/node/run-context';
import type { PipelineState } from '@tendril/contract/provider/pipeline';
import type { Tool } from '@tendril/contract/provider/tool';
import { callTool, emitUsedTools, resultText } from '../../agent/call-tool.ts';
import { flatTools } from '../../agent/flat-tools.ts';
import { approvalParams, askApproval, denialText, interruptParam } from '../../pipeline/approval.ts';
import { replayedStep } from '../../pipeline/replayed-step.ts';
import { type CallResult, emitResults } from '../../pipeline/speak.ts';
import { updateStateParam } from '../../pipeline/update-state.ts';

const nodeName = 'seqToolNode';

/** The calls in the last message that this node's tools can answer. */
function ownCalls({ messages }: PipelineState, tools: readonly Tool[]): AskedCall[] {
  const names = new Set(tools.map((tool) => tool.name));
  return (messages.at(-1)?.toolCalls ?? []).filter((call) => names.has(call.name));
}

async function carryOut(
  calls: readonly AskedCall[],
  tools: readonly Tool[],
  context: RunContext,
): Promise<CallResult[]> {
  const { decision } = context;
  if (decision && !decision.isApproved)
    return calls.map((call) => ({ call, text: denialText(call, decision.note) }));
  const used = await Promise.all(calls.map((call) => callTool(call, tools, context)));
  emitUsedTools(used, context);
  return used.map((one, index) => ({ call: calls[index] as AskedCall, text: resultText(one), used: one }));
}

/** Executes the tool calls requested by the LLM node before it. */
export const seqToolNode = defineNode({
  name: 'seqToolNode',
  label: 'Tool Node',
  version: 2,
  category: 'Sequential Agents',
  description:
    'Carries out the tools that the LLM node before it wants to call; without a call it is passed over.',
  icon: 'wrench',
  role: 'pipeline',
  step: { entry: 'llmNode', nameParam: 'toolNodeName', asksWhen: 'interrupt' },
  inputs: {
    tools: anchor('Tool', {
      label: 'Tools',
      description: 'Offered to the LLM node before this one.',
      optional: true,
      list: true,
      sharedWith: 'llmNode',
    }),
    llmNode: anchor('LLMNode', {
      label: 'LLM Node',
      description: 'The step whose calls are carried out.',
      takes: 'toolCalls',
    }),
    toolNodeName: param.string({ label: 'Tool Node Name', placeholder: 'Research' }),
    interrupt: interruptParam,
    ...approvalParams,
    updateStateMemory: updateStateParam,
  },
  outputs: { seqToolNode: output(['ToolNode'], { label: 'Tool Node' }) },

  async run({ tools: connected, llmNode: state, ...inputs }, context) {
    const tools = flatTools(connected);
    const calls = ownCalls(state, tools);
    if (calls.length === 0) return {};
    context.emit({ type: 'next-agent', name: inputs.toolNodeName });
    if (inputs.interrupt && !context.decision) askApproval(inputs, calls, undefined, context);
    const [first, ...others] = await carryOut(calls, tools, context);
    if (!first) return {};
    const { toolNodeName: label, updateStateMemory } = inputs;
    return {
      seqToolNode: await emitResults(
        { label, nodeName, updateStateMemory },
        state,
        [first, ...others],
        context,
      ),
    };
  },

  pass: ({ llmNode }) => ({ seqToolNode: llmNode }),

  replay({ llmNode, toolNodeName }, pinned, { nodeId }) {
    return {
      seqToolNode: replayedStep({ label: toolNodeName, nodeName, nodeId }, llmNode, pinned[nodeName]),
    };
  },
});
