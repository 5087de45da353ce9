import { output } from '@tendril/contract/node/anchor';
import { defineNode } from '@tendril/contract/node/define-node';
import { param } from '@tendril/contract/node/param';

/** A node for tests alone, with one parameter of each inline type. */
const paramSampler = defineNode({
  name: 'paramSampler',
  label: 'Parameter sampler',
  version: 1,
  category: 'Utilities',
  description: 'One parameter of each type.',
  icon: 'wrench',
  inputs: {
    asyncOptions: param.asyncOptions({ label: 'Loaded choice', loadMethod: 'listTowns' }),
    options: param.options({
      label: 'Choice',
      options: [
        { name: 'red', label: 'Red' },
        { name: 'blue', label: 'Blue' },
      ],
    }),
    multiOptions: param.multiOptions({
      label: 'Choices',
      options: [
        { name: 'mon', label: 'Monday' },
        { name: 'tue', label: 'Tuesday' },
      ],
    }),
    datagrid: param.datagrid({
      label: 'Grid',
      datagrid: [{ field: 'key', headerName: 'Key', type: 'string', editable: true }],
    }),
    string: param.string({ label: 'Text' }),
    number: param.number({ label: 'Number' }),
    boolean: param.boolean({ label: 'Switch' }),
    password: param.password({ label: 'Password' }),
    json: param.json({ label: 'JSON' }),
    code: param.code({ label: 'Code' }),
    date: param.date({ label: 'Day' }),
    file: param.file({ label: 'File', fileType: '.txt' }),
    folder: param.folder({ label: 'Folder' }),
    tabs: param.tabs({
      label: 'Tabs',
      tabIdentifier: 'selectedTab',
      tabs: { first: param.string({ label: 'First' }), second: param.string({ label: 'Second' }) },
    }),
    conditionFunction: param.conditionFunction({
      label: 'Condition',
      tabIdentifier: 'selectedConditionFunctionTab',
      tabs: {
        conditionUI: param.datagrid({ label: 'Condition (Table)', optional: true, datagrid: [] }),
        conditionFunction: param.code({ label: 'Condition (Code)', optional: true }),
      },
    }),
  },
  outputs: { paramSampler: output(['Condition'], { label: 'Condition' }) },
  loadMethods: {
    listTowns: async () => [
      { name: 'ulm', label: 'Ulm' },
      { name: 'bonn', label: 'Bonn' },
    ],
  },
});

// Loaded before the server: its catalogue then has one node more. Named by a variable, so that the catalogue's sources,
// which are written for the server alone, are not checked with the tests of the browser.
const index: string = '@tendril/catalogue/nodes/index.gen';
const { nodeModules } = (await import(index)) as { nodeModules: Record<string, () => Promise<unknown>> };
nodeModules['paramSampler'] = async () => ({ paramSampler });
