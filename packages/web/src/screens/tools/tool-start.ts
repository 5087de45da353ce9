import type { StoredToolAnswer } from '@tendril/contract/api/tools';

type ToolFields = Pick<StoredToolAnswer, 'name' | 'description' | 'color' | 'iconSrc' | 'schema' | 'func'>;

/** What the editor begins with: a stored tool, or the fields of a new one. */
export type ToolStart = StoredToolAnswer | ToolFields;

export const emptyTool: ToolStart = {
  name: '',
  description: '',
  color: '#a8327a',
  iconSrc: '',
  schema: '[]',
  func: '',
};

/** The fields that are edited. */
export function fieldsOf({ name, description, color, iconSrc, schema, func }: ToolStart): ToolFields {
  return { name, description, color, iconSrc, schema, func };
}

export type { ToolFields };
