import type { Body } from '@tendril/contract/api/endpoint';
import { type createTool, toolBody } from '@tendril/contract/api/tools';
import { AppError, invalidInput } from '@tendril/contract/app-error';
import { parseGuardedJson } from '@tendril/contract/json/json-guard';

type ToolBody = Body<typeof createTool>;

const maxTools = 200;

/** The tools of an exported file: one, or a list. Throws INVALID_INPUT with the path inside the file. */
export function readToolFile(text: string): ToolBody[] {
  const value = parseGuardedJson(text);
  const list = Array.isArray(value) ? value : [value];
  if (list.length === 0 || list.length > maxTools)
    throw new AppError(
      'INVALID_INPUT',
      `The file contains ${list.length} tools; between 1 and ${maxTools} can be imported.`,
    );
  return list.map((entry, index) => readTool(entry, Array.isArray(value) ? String(index) : ''));
}

function readTool(entry: unknown, where: string): ToolBody {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw invalidInput([{ path: [], message: 'must be a tool' }], where);
  // Other builders add ids and dates to the tool's own fields.
  const { name, description, color, iconSrc, schema, func } = entry as Record<string, unknown>;
  const given = {
    name,
    description,
    color: color ?? '',
    iconSrc: iconSrc ?? '',
    schema: schema ?? '[]',
    func: func ?? '',
  };
  const parsed = toolBody.safeParse({
    ...given,
    name: typeof name === 'string' ? name.trim().replace(/\s+/g, '_') : name,
  });
  if (!parsed.success) throw invalidInput(parsed.error.issues, where);
  const path = where ? `${where}.schema` : 'schema';
  if (!Array.isArray(parseGuardedJson(parsed.data.schema, path)))
    throw invalidInput([{ path: ['schema'], message: 'must be JSON text of a list' }], where);
  return parsed.data;
}
