import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { PipelineState } from '@tendril/contract/provider/pipeline';
import type { Tool } from '@tendril/contract/provider/tool';
import { askedCalls, functionTools } from '../../agent/call-tool.ts';
import { flatTools } from '../../agent/flat-tools.ts';
import { askModel } from '../../model/ask-model.ts';
import { type PipelinePrompts, pipelinePrompt } from '../../pipeline/pipeline-prompt.ts';
import { joinStates } from '../../pipeline/pipeline-run.ts';
import { humanMessageParam, promptValuesParam } from '../../pipeline/prompt-params.ts';
import { replayedStep } from '../../pipeline/replayed-step.ts';
import { type Said, speak } from '../../pipeline/speak.ts';
import { stepAnchor } from '../../pipeline/step-anchor.ts';
import { updateStateParam } from '../../pipeline/update-state.ts';
import { checkShape } from '../../text/check-shape.ts';
import { fieldsSchema } from '../../text/fields-schema.ts';

const nodeName = 'seqLLMNode';

interface LLMInputs extends PipelinePrompts {
  tools: readonly Tool[];
  model: ChatModel | undefined;
  llmStructuredOutput: Record<string, unknown>[];
}

/** Asks the model once: for text, for fields, or for the tools that it wants called. `value` becomes `$flow.output`. */
async function say(
  inputs: LLMInputs,
  state: PipelineState,
  context: RunContext,
): Promise<{ said: Said; value: unknown }> {
  const { llmStructuredOutput: fields } = inputs;
  const tools = flatTools(inputs.tools);
  const model = inputs.model ?? state.model;
  const messages = pipelinePrompt(inputs, state, context);
  const schema = fieldsSchema(fields, 'key');
  const hasFields = fields.length > 0;
  const isAnswer = context.isAnswer === true && !hasFields && tools.length === 0;
  const asked = { messages, isAnswer, tools: functionTools(tools), ...(hasFields && { schema }) };
  const reply = await askModel(model, asked, context);
  const toolCalls = askedCalls(reply);
  if (toolCalls.length > 0) return { said: { text: reply.text, toolCalls }, value: toolCalls };
  const value = hasFields ? checkShape(reply.text, schema) : reply.text;
  const text = hasFields ? JSON.stringify(value) : reply.text;
  return { said: { text, isStreamed: isAnswer && context.isStreaming && model.isStreaming }, value };
}

/** A step of a pipeline that asks a model once. */
export const seqLLMNode = defineNode({
  name: 'seqLLMNode',
  label: 'LLM Node',
  version: 2,
  category: 'Sequential Agents',
  description: 'A step that asks a model once, for text or for fields you name.',
  icon: 'message-square-text',
  role: 'pipeline',
  step: { entry: 'sequentialNode', nameParam: 'llmNodeName' },
  inputs: {
    sequentialNode: stepAnchor,
    model: anchor('BaseChatModel', {
      label: 'Chat Model',
      description: 'Instead of the model of Start.',
      optional: true,
    }),
    llmNodeName: param.string({ label: 'Name', placeholder: 'Summary' }),
    systemMessagePrompt: param.string({
      isPromptTemplate: true,
      label: 'System Prompt',
      rows: 4,
      optional: true,
    }),
    // A short description, shown on the node.
    humanMessagePrompt: { ...humanMessageParam, additionalParams: false },
    promptValues: promptValuesParam,
    llmStructuredOutput: param.datagrid({
      label: 'JSON Structured Output',
      description: 'Fields the answer has to have. Without any, the answer is text.',
      optional: true,
      additionalParams: true,
      datagrid: [
        { field: 'key', headerName: 'Key', editable: true },
        {
          field: 'type',
          headerName: 'Type',
          type: 'singleSelect',
          valueOptions: ['String', 'String Array', 'Number', 'Boolean', 'Enum'],
          editable: true,
        },
        { field: 'enumValues', headerName: 'Enum Values', editable: true },
        { field: 'description', headerName: 'Description', editable: true, flex: 1 },
      ],
    }),
    updateStateMemory: updateStateParam,
    tools: anchor('Tool', { label: 'Tools', optional: true, list: true, isInner: true }),
  },
  outputs: {
    seqLLMNode: output(['LLMNode'], { label: 'LLM Node' }),
    toolCalls: output(['LLMNode'], { label: 'Tool calls', isInner: true }),
  },

  async run(inputs, context) {
    context.emit({ type: 'next-agent', name: inputs.llmNodeName });
    const state = joinStates(inputs.sequentialNode);
    const { said, value } = await say(inputs, state, context);
    const { llmNodeName: label, updateStateMemory } = inputs;
    const next = await speak({ label, nodeName, updateStateMemory }, state, said, value, context);
    return said.toolCalls ? { toolCalls: next } : { seqLLMNode: next };
  },

  pass: ({ sequentialNode }) => ({ seqLLMNode: joinStates(sequentialNode) }),

  replay({ sequentialNode, llmNodeName }, pinned, { nodeId }) {
    const step = { label: llmNodeName, nodeName, nodeId };
    return { seqLLMNode: replayedStep(step, joinStates(sequentialNode), pinned[nodeName]) };
  },
});
