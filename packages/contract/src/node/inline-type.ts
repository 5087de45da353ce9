/** The fifteen parameter types drawn inside a node; any other type is a connectable anchor. */
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

export type InlineType = (typeof inlineTypes)[number];

export function isInlineType(type: string): type is InlineType {
  return (inlineTypes as readonly string[]).includes(type);
}
