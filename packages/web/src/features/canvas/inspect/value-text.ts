import type { TemplateInput } from '@tendril/contract/node/node-template';

/** Labels for values without a text form. */
export interface ValueWords {
  empty: string;
  on: string;
  off: string;
  set: string;
  rows: (count: number) => string;
  lines: (count: number) => string;
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** File names of a stored file value: data URIs with `,filename:<name>`, or `FILE-STORAGE::`. */
function fileNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fileNames);
  if (typeof value !== 'string' || value === '') return [];
  if (value.startsWith('FILE-STORAGE::')) {
    const stored = parsed(value.slice('FILE-STORAGE::'.length));
    return Array.isArray(stored) ? stored.map(String) : [String(stored)];
  }
  const list = value.startsWith('[') ? parsed(value) : undefined;
  if (Array.isArray(list)) return list.flatMap(fileNames);
  const name = /,filename:([^,]*)$/.exec(value)?.[1];
  return name === undefined ? [] : [name];
}

function choiceLabel(param: TemplateInput, value: unknown): string {
  return param.options?.find((option) => option.name === value)?.label ?? String(value);
}

function listText(param: TemplateInput, value: unknown): string {
  const list = parsed(value);
  return Array.isArray(list) ? list.map((one) => choiceLabel(param, one)).join(', ') : String(value);
}

function codeText(value: unknown, words: ValueWords): string {
  const lines = String(value).split('\n');
  return lines.length > 1 ? words.lines(lines.length) : (lines[0] ?? '');
}

/** A parameter's value in one line, as a node card shows it. */
export function valueText(param: TemplateInput, value: unknown, words: ValueWords): string {
  if (param.type === 'boolean') return value === true || value === 'true' ? words.on : words.off;
  if (value === undefined || value === null || value === '') return words.empty;
  switch (param.type) {
    case 'password':
      return words.set;
    case 'options':
    case 'asyncOptions':
      return choiceLabel(param, value);
    case 'multiOptions':
    case 'asyncMultiOptions':
      return listText(param, value) || words.empty;
    case 'array':
    case 'datagrid': {
      const rows = parsed(value);
      return words.rows(Array.isArray(rows) ? rows.length : 0);
    }
    case 'file':
    case 'folder':
      return fileNames(value).join(', ') || words.set;
    case 'code':
      return codeText(value, words);
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value).replaceAll(/\s+/g, ' ').trim();
  }
}
