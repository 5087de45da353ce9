import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';
import { readStateDefinition } from '../../pipeline/state-definition.ts';

/** State keys that the nodes of a pipeline share. */
export const seqState = defineNode({
  name: 'seqState',
  label: 'State',
  version: 2,
  category: 'Sequential Agents',
  description: 'Values that the steps of a pipeline share and change.',
  icon: 'layers',
  inputs: {
    stateMemory: param.tabs({
      label: 'Custom State',
      optional: false,
      description: 'The messages are kept in any case; these are keys of your own.',
      tabIdentifier: 'selectedStateTab',
      default: 'stateMemoryUI',
      additionalParams: true,
      tabs: {
        stateMemoryUI: param.datagrid({
          label: 'Custom State (Table)',
          description: 'Replace takes the new value, Append adds it to a list.',
          datagrid: [
            { field: 'key', headerName: 'Key', editable: true, flex: 1 },
            {
              field: 'operation',
              headerName: 'Operation',
              type: 'singleSelect',
              valueOptions: ['Replace', 'Append'],
              editable: true,
            },
            { field: 'defaultValue', headerName: 'Default Value', editable: true, flex: 1 },
          ],
        }),
        stateMemoryCode: param.code({
          label: 'Custom State (Code)',
          description:
            'Returns an object of keys, each with how it takes a new value and what it starts with.',
          optional: true,
          codeExample:
            'return {\n  findings: { value: (before, added) => before.concat(added), default: () => [] },\n  verdict: { value: null, default: () => "" },\n};',
        }),
      },
    }),
  },
  outputs: { seqState: output(['State'], { label: 'State' }) },

  async run({ stateMemory }, context) {
    return { seqState: await readStateDefinition(stateMemory, context) };
  },
});
