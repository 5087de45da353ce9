import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { askModel } from '../../model/ask-model.ts';
import { pipelineMessages } from '../../pipeline/pipeline-prompt.ts';
import { joinStates } from '../../pipeline/pipeline-run.ts';
import { humanMessageParam, promptValuesParam } from '../../pipeline/prompt-params.ts';
import { speak } from '../../pipeline/speak.ts';
import { stepAnchor } from '../../pipeline/step-anchor.ts';
import { updateStateParam } from '../../pipeline/update-state.ts';
import { checkShape } from '../../text/check-shape.ts';
import { fieldsSchema } from '../../text/fields-schema.ts';

/** A step of a pipeline that asks a model once. */
export const seqLLMNode = defineNode({
  name: 'seqLLMNode',
  label: 'LLM Node',
  version: 2,
  category: 'Sequential Agents',
  description: 'A step that asks a model once, for text or for fields you name.',
  icon: 'message-square-text',
  role: 'pipeline',
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
      additionalParams: true,
    }),
    humanMessagePrompt: humanMessageParam,
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
  },
  outputs: { seqLLMNode: output(['LLMNode'], { label: 'LLM Node' }) },

  async run(inputs, context) {
    context.emit({ type: 'next-agent', name: inputs.llmNodeName });
    const state = joinStates(inputs.sequentialNode);
    const messages = pipelineMessages(inputs, state, context);
    const hasFields = inputs.llmStructuredOutput.length > 0;
    const schema = fieldsSchema(inputs.llmStructuredOutput, 'key');
    const reply = await askModel(
      inputs.model ?? state.model,
      { messages, ...(hasFields && { schema }) },
      context,
    );
    const value = hasFields ? checkShape(reply.text, schema) : reply.text;
    const text = hasFields ? JSON.stringify(value) : reply.text;
    const speaker = {
      label: inputs.llmNodeName,
      nodeName: 'seqLLMNode',
      updateStateMemory: inputs.updateStateMemory,
    };
    return { seqLLMNode: await speak(speaker, state, { text }, value, context) };
  },
});
