import { AppError } from '@tendril/contract/app-error';
import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';

/** Reads a value that was stored earlier in the run. */
export const getVariable = defineNode({
  name: 'getVariable',
  label: 'Get Variable',
  version: 2,
  category: 'Utilities',
  description: 'Gives a value that Set Variable kept in this run.',
  icon: 'variable',
  tags: ['Utilities'],
  runVariable: { access: 'read', param: 'variableName' },
  inputs: {
    variableName: param.string({ label: 'Variable Name', placeholder: 'city' }),
  },
  outputs: {
    output: output(['string', 'number', 'boolean', 'json', 'array'], { label: 'Output' }),
  },

  async run({ variableName }, { runVariables }) {
    if (!runVariables.has(variableName)) {
      throw new AppError('NODE_FAILED', `Nothing was stored under "${variableName}" in this run.`);
    }
    return { output: runVariables.get(variableName) };
  },
});
