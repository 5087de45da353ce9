import { anchor, output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { conditionOperations } from '../../pipeline/condition-items.ts';
import { decideRoute, routeAnchor } from '../../pipeline/decide-route.ts';
import { joinStates } from '../../pipeline/pipeline-run.ts';

/** Branches a pipeline. */
export const seqCondition = defineNode({
  name: 'seqCondition',
  label: 'Condition',
  version: 2,
  category: 'Sequential Agents',
  description: 'Sends a pipeline one of several ways, by a table of comparisons or by code.',
  icon: 'split',
  role: 'pipeline',
  branches: true,
  step: { entry: 'sequentialNode', nameParam: 'conditionName' },
  inputs: {
    sequentialNode: anchor(['Start', 'Agent', 'LLMNode', 'ToolNode', 'CustomFunction', 'ExecuteFlow'], {
      label: 'Sequential Node',
      description: 'The step, or the steps, before this one.',
      list: true,
    }),
    conditionName: param.string({
      label: 'Condition Name',
      optional: true,
      placeholder: 'Is it good enough?',
    }),
    condition: param.conditionFunction({
      label: 'Condition',
      tabIdentifier: 'selectedConditionFunctionTab',
      tabs: {
        conditionUI: param.datagrid({
          label: 'Condition (Table)',
          description: 'The first row that holds says where it goes; when none does, it goes to End.',
          hint: '$flow.state.key is a value of the state, $flow.state.messages[-1].content what was said last, $vars.name a variable, $ and the id of a node what that node said last.',
          optional: true,
          datagrid: [
            {
              field: 'variable',
              headerName: 'Variable',
              type: 'freeSolo',
              editable: true,
              valueOptions: [
                '$flow.state.messages.length',
                '$flow.state.messages[0].content',
                '$flow.state.messages[-1].content',
              ],
              flex: 1,
            },
            {
              field: 'operation',
              headerName: 'Operation',
              type: 'singleSelect',
              valueOptions: conditionOperations,
              editable: true,
              flex: 1,
            },
            { field: 'value', headerName: 'Value', flex: 1, editable: true },
            { field: 'output', headerName: 'Output Name', editable: true, flex: 1 },
          ],
        }),
        conditionFunction: param.code({
          label: 'Condition (Code)',
          description: 'Returns the name of an output; every text it returns becomes one.',
          hint: 'See $flow.state, $flow.output, $vars and $ with the id of a node. Return the name of an output in quotes, as in: return "Again".',
          optional: true,
          codeExample:
            'const last = $flow.state.messages[$flow.state.messages.length - 1];\nif (last.content.includes("FINISHED")) {\n  return "End";\n}\nreturn "Again";',
        }),
      },
    }),
  },
  // A new node has these two; its dialog replaces them by those of the table or of the code.
  outputs: {
    next: output(['Condition'], { label: 'Next' }),
    end: output(['Condition'], { label: 'End' }),
  },

  async run({ condition, sequentialNode }, context) {
    const state = joinStates(sequentialNode);
    const label = await decideRoute(condition, state, context);
    return { [routeAnchor(label, context)]: state };
  },

  pass: ({ sequentialNode }, context) => ({ [routeAnchor(undefined, context)]: joinStates(sequentialNode) }),

  replay({ sequentialNode }, pinned, context) {
    const taken = Object.keys(pinned).find((name) =>
      context.outputOptions?.some((option) => option.name === name),
    );
    return { [taken ?? routeAnchor(undefined, context)]: joinStates(sequentialNode) };
  },
});
