import type { ToolRequest } from '@tendril/catalogue/open-api/tool-request';
import type { ToolDraft } from '@tendril/contract/api/tool-imports';
import { requestCode } from './request-code.ts';

/** A tool that makes a request: its input schema from the parameters, its code from the whole. */
export function requestDraft(name: string, description: string, request: ToolRequest): ToolDraft {
  const rows = request.parameters.map((parameter, index) => ({
    id: index,
    property: parameter.name,
    type: parameter.type,
    description: parameter.description,
    required: parameter.required,
  }));
  return { name, description, schema: JSON.stringify(rows), func: requestCode(request) };
}

/** Names of the config variables that the request reads. */
export function variablesOf({ headers, query }: ToolRequest): string[] {
  const fixed = [...Object.values(headers), ...Object.values(query)];
  return fixed.flatMap((value) => (typeof value === 'object' ? [value.variable] : []));
}
