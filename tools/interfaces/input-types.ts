import type {
  InterfaceInput,
  NodeInterface,
} from '../../packages/catalogue/src/interfaces/node-interface.ts';
import { isParamType, type ParamType } from '../../packages/contract/src/node/param-type.ts';

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function choiceType(input: InterfaceInput): string {
  const names = (input.options ?? []).map((option) => (typeof option === 'string' ? option : option[0]));
  if (input.freeSolo || names.length === 0) return 'string';
  return [...new Set(names)].map(quoted).join(' | ');
}

function groupType(fields: readonly InterfaceInput[]): string {
  const lines = new Map<string, Set<string>>();
  const add = (name: string, type: string) => lines.set(name, (lines.get(name) ?? new Set()).add(type));
  for (const field of fields) {
    add(field.name, valueType(field));
    if (field.loadConfig) add(`${field.name}Config`, 'Group');
  }
  const members = [...lines].map(([name, types]) => `${name}?: ${[...types].join(' | ')}`);
  return `{ ${members.join('; ')} }[]`;
}

const valueTypes: Record<ParamType, string | ((input: InterfaceInput) => string)> = {
  asyncOptions: 'string',
  options: choiceType,
  multiOptions: 'string[]',
  datagrid: 'Group[]',
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  password: 'string',
  json: 'unknown',
  code: 'string',
  date: 'string',
  file: 'string',
  folder: 'string',
  tabs: 'ChosenTab',
  conditionFunction: 'ChosenTab',
  array: (input) => groupType(input.array ?? []),
  asyncMultiOptions: 'string[]',
  datePicker: 'string',
  timePicker: 'string',
  weekDaysPicker: 'number[]',
  monthDaysPicker: 'number[]',
};

function valueType(input: InterfaceInput): string {
  if (!isParamType(input.type)) {
    const classes = input.type.split('|').map((name) => quoted(name.trim()));
    return `AnchorOf<${classes.join(' | ')}>${input.list ? '[]' : ''}`;
  }
  const type = valueTypes[input.type];
  return typeof type === 'string' ? type : type(input);
}

/** Whether the value may be missing when the node runs; one that is hidden for some values is. */
function mayBeUnset(input: InterfaceInput): boolean {
  if (input.show || input.hide || input.hasLongDefault) return true;
  if (!isParamType(input.type)) return input.optional === true && !input.list;
  return input.default === undefined && (input.optional === true || /^(tabs|condition)/.test(input.type));
}

function nodeType(node: NodeInterface): string[] {
  const members = new Map<string, Set<string>>();
  const add = (name: string, ...types: string[]) =>
    members.set(name, (members.get(name) ?? new Set()).union(new Set(types)));
  for (const input of node.inputs) {
    add(input.name, valueType(input), ...(mayBeUnset(input) ? ['undefined'] : []));
    if (input.loadConfig) add(`${input.name}Config`, 'Group', 'undefined');
  }
  if (members.size === 0) return [`  ${node.name}: Record<never, never>;`];
  const lines = [...members].map(([name, types]) => {
    const type = types.has('unknown') ? 'unknown' : [...types].join(' | ');
    return `    ${name}: ${type};`;
  });
  return [`  ${node.name}: {`, ...lines, '  };'];
}

/** The text of the file with the values that each node's code gets, as the executor reads them. */
export function inputTypes(nodes: readonly NodeInterface[]): string {
  return [
    '// Written by tools/import-interfaces.ts: what the inputs of each interface hold when its node runs.',
    "import type { AnchorOf } from '@tendril/contract/node/anchor';",
    "import type { ChosenTab } from '@tendril/contract/node/param';",
    '',
    'type Group = Record<string, unknown>;',
    '',
    'export interface NodeInputs {',
    ...nodes.flatMap(nodeType),
    '}',
    '',
  ].join('\n');
}
