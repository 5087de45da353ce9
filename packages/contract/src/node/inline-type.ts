/** The fifteen parameter types that Flowise draws inside a node; `paramTypes` adds those of later versions. */
export const inlineTypes = [
  'asyncOptions',
  'options',
  'multiOptions',
  'datagrid',
  'string',
  'number',
  'boolean',
  'password',
  'json',
  'code',
  'date',
  'file',
  'folder',
  'tabs',
  'conditionFunction',
] as const;
