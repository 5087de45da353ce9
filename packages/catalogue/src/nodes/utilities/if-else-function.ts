import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { runUserCode } from '../../code/run-user-code.ts';
import { toPromptValues } from '../../text/prompt-values.ts';

const anyValue = ['string', 'number', 'boolean', 'json', 'array'] as const;

/** Passes a value down one of two branches. */
export const ifElseFunction = defineNode({
  name: 'ifElseFunction',
  label: 'IfElse Function',
  version: 2,
  category: 'Utilities',
  description: 'Splits a flow in two by what your code returns.',
  icon: 'split',
  branches: true,
  inputs: {
    functionInputVariables: param.json({
      label: 'Input Variables',
      description: 'What the code sees: {"name": …} is $name.',
      optional: true,
      acceptVariable: true,
      list: true,
    }),
    functionName: param.string({ label: 'IfElse Name', optional: true, placeholder: 'Is it a question?' }),
    ifFunction: param.code({
      label: 'If Function',
      description:
        'A returned value goes to True; false, 0, an empty text or nothing goes on to the else function.',
      rows: 2,
      default: `if ("hello" == "hello") {\n  return true;\n}`,
    }),
    elseFunction: param.code({
      label: 'Else Function',
      description: 'What it returns goes to False.',
      rows: 2,
      default: 'return false;',
    }),
  },
  outputs: {
    returnTrue: output(anyValue, { label: 'True' }),
    returnFalse: output(anyValue, { label: 'False' }),
  },

  async run({ functionInputVariables, functionName, ifFunction, elseFunction }, context) {
    const variables = toPromptValues(functionInputVariables);
    const call = (code: string, part: string) =>
      runUserCode({ code, variables, nodeId: context.nodeId, name: functionName || part }, context);
    const whenTrue = await call(ifFunction, 'If Function');
    if (whenTrue) return { returnTrue: whenTrue };
    // An omitted output is a branch not taken, so nothing becomes null.
    return { returnFalse: (await call(elseFunction, 'Else Function')) ?? null };
  },
});
