import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import type { RunContext } from '@tendril/contract/node/run-context';
import { runUserCode } from '../../code/run-user-code.ts';
import { toPromptText } from '../../text/format-prompt.ts';
import { toPromptValues } from '../../text/prompt-values.ts';

interface Values {
  functionInputVariables: unknown;
  functionName: string | undefined;
  javascriptFunction: string;
}

function callFunction(values: Values, context: RunContext): Promise<unknown> {
  return runUserCode(
    {
      code: values.javascriptFunction,
      variables: toPromptValues(values.functionInputVariables),
      nodeId: context.nodeId,
      name: values.functionName || 'Custom JS Function',
    },
    context,
  );
}

/** Runs user code, in the middle of a flow or at its end. */
export const customFunction = defineNode({
  name: 'customFunction',
  label: 'Custom JS Function',
  version: 2,
  category: 'Utilities',
  description: 'Runs JavaScript of your own, apart from the server.',
  icon: 'square-function',
  tags: ['Utilities'],
  inputs: {
    functionInputVariables: param.json({
      label: 'Input Variables',
      description: 'What the code sees: {"name": …} is $name.',
      optional: true,
      acceptVariable: true,
      list: true,
    }),
    functionName: param.string({ label: 'Function Name', optional: true, placeholder: 'My Function' }),
    javascriptFunction: param.code({
      label: 'Javascript Function',
      description:
        'The body of an async function. It sees $vars, $flow and the input variables; return what goes on.',
      rows: 4,
      codeExample: `const response = await fetch('https://example.com/rates.json');\nconst rates = await response.json();\nreturn rates[$currency] * $amount;`,
    }),
  },
  outputs: {
    output: output(['string', 'number', 'boolean', 'json', 'array'], { label: 'Output' }),
    // Class CustomFunction in flow files, which elsewhere means a step of a pipeline: here it is any value.
    EndingNode: output(['CustomFunction'] as readonly string[], { label: 'Ending Node', isAnchor: false }),
  },

  async run(values, context) {
    return { output: (await callFunction(values, context)) ?? '' };
  },

  async answer(values, context) {
    const value = await callFunction(values, context);
    return typeof value === 'object' && value !== null ? { json: value } : { text: toPromptText(value) };
  },
});
