import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { checkShape } from '../../text/check-shape.ts';
import { fieldsSchema } from '../../text/fields-schema.ts';

/** Reads an object with given fields out of a model's answer. */
export const structuredOutputParser = defineNode({
  name: 'structuredOutputParser',
  label: 'Structured Output Parser',
  version: 1,
  category: 'Output Parsers',
  description: 'Asks for JSON with the fields you name, and checks it.',
  icon: 'table-properties',
  inputs: {
    autofixParser: param.boolean({
      label: 'Autofix',
      description: 'An answer of the wrong form is given back to the model once.',
      optional: true,
      default: false,
    }),
    jsonStructure: param.datagrid({
      label: 'JSON Structure',
      description: 'The fields of the answer.',
      datagrid: [
        { field: 'property', headerName: 'Property', editable: true, flex: 1 },
        {
          field: 'type',
          headerName: 'Type',
          type: 'singleSelect',
          valueOptions: ['string', 'number', 'boolean'],
          editable: true,
        },
        { field: 'description', headerName: 'Description', editable: true, flex: 1 },
      ],
      default: [
        { property: 'answer', type: 'string', description: "answer to the user's question" },
        { property: 'source', type: 'string', description: 'where the answer comes from' },
      ],
      additionalParams: true,
    }),
  },
  outputs: {
    structuredOutputParser: output(['StructuredOutputParser', 'BaseLLMOutputParser', 'Runnable'], {
      label: 'Structured Output Parser',
    }),
  },

  async run({ autofixParser, jsonStructure }, { nodeId }) {
    const schema = fieldsSchema(jsonStructure, 'property');
    return {
      structuredOutputParser: {
        nodeId,
        instructions: `Answer with nothing but one JSON object that follows this JSON schema:\n${JSON.stringify(schema)}`,
        schema,
        isSelfRepairing: autofixParser,
        parse: (text) => checkShape(text, schema),
      },
    };
  },
});
