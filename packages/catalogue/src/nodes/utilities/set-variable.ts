import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';

const anyValue = ['string', 'number', 'boolean', 'json', 'array'] as const;

/** Stores a value under a name for the rest of the run. */
export const setVariable = defineNode({
  name: 'setVariable',
  label: 'Set Variable',
  version: 2,
  category: 'Utilities',
  description: 'Keeps a value under a name for the rest of the run.',
  icon: 'variable',
  tags: ['Utilities'],
  runVariable: { access: 'write', param: 'variableName' },
  inputs: {
    input: anchor(anyValue, { label: 'Input', optional: true, list: true }),
    variableName: param.string({ label: 'Variable Name', placeholder: 'city' }),
  },
  outputs: {
    output: output(anyValue, { label: 'Output' }),
  },

  async run({ input, variableName }, { runVariables }) {
    const value = input.length > 1 ? input : (input[0] ?? '');
    runVariables.set(variableName, value);
    return { output: value };
  },
});
