import type { StoredToolAnswer } from '@tendril/contract/api/tools';
import { saveFile } from '../../kit/lib/save-file.ts';

/** The keys of a tool file, as other builders write them. */
type ToolFile = Pick<StoredToolAnswer, 'name' | 'description' | 'color' | 'iconSrc' | 'schema' | 'func'>;

function toFile({ name, description, color, iconSrc, schema, func }: ToolFile): ToolFile {
  return { name, description, color, iconSrc, schema, func };
}

/** Saves a tool as a file, or several as one list. */
export function exportTools(tools: readonly ToolFile[]): void {
  const [only] = tools;
  if (!only) return;
  const isOne = tools.length === 1;
  const content = isOne ? toFile(only) : tools.map(toFile);
  saveFile(isOne ? `${only.name}-CustomTool.json` : 'CustomTools.json', JSON.stringify(content, null, 2));
}
