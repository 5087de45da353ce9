import type { NodeTemplate, TemplateInput } from '@tendril/contract/node/node-template';
import type { Choice, GridColumn } from '@tendril/contract/node/param';
import type { InterfaceInput, NodeInterface } from './node-interface.ts';

/** `defaultValue`, `default_value` → `Default value`. */
function wordsOf(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The choices of an input, each with its label. */
export function choicesOf(input: InterfaceInput): Choice[] {
  return (input.options ?? []).map((option) => {
    if (typeof option === 'string') return { name: option, label: option };
    const [name, label] = option;
    return { name, label };
  });
}

/** The columns of a grid, with a heading each. */
export function columnsOf(input: InterfaceInput): GridColumn[] {
  return (input.datagrid ?? []).map(({ field, type, valueOptions, loadMethod }) => ({
    field,
    headerName: wordsOf(field),
    // A list that nothing loads is a text.
    ...(type &&
      (type !== 'asyncSingleSelect' || loadMethod) && { type: type as GridColumn['type'] & string }),
    ...(valueOptions && {
      valueOptions: valueOptions.map((option) => (typeof option === 'string' ? option : option.value)),
    }),
    ...(loadMethod && { loadMethod }),
    editable: true,
  }));
}

/** An input as forms draw it. What has a default of the code's own may be left empty. */
function templateInputOf(input: InterfaceInput): TemplateInput {
  const { options, datagrid, array, tabs, hasLongDefault, ...plain } = input;
  return {
    ...plain,
    ...(hasLongDefault && { optional: true }),
    ...(options && { options: choicesOf(input) }),
    ...(datagrid && { datagrid: columnsOf(input).map((column) => ({ ...column })) }),
    ...(array && { array: array.map(templateInputOf) }),
    ...(tabs && { tabs: tabs.map(templateInputOf) }),
  };
}

/** What a node adds to its interface in the palette. */
interface NodeFace {
  icon: string;
  description: string;
  /** Why it cannot run, where it cannot. */
  unavailable?: string | undefined;
}

/** The template of a node from its interface, in the field names of Flowise's templates. */
export function templateOfInterface(row: NodeInterface, face: NodeFace): NodeTemplate {
  const { name, label, version, type, category, tags, badge, credential, outputs } = row;
  return {
    name,
    label,
    version,
    type,
    baseClasses: [...row.baseClasses],
    ...(tags && { tags: [...tags] }),
    category,
    description: face.description,
    icon: face.icon,
    inputs: row.inputs.map(templateInputOf),
    ...(credential && {
      credential: {
        name: 'credential',
        label: 'Connect Credential',
        type: 'credential',
        credentialNames: [...credential.credentialNames],
        optional: credential.optional ?? false,
      },
    }),
    ...(outputs && {
      outputs: outputs.map((output) => ({
        name: output.name,
        label: output.label,
        description: '',
        baseClasses: [...(output.baseClasses ?? row.baseClasses)],
        isAnchor: true,
        hidden: false,
      })),
    }),
    ...(row.hideInput && { hideInput: true }),
    ...(row.hideOutput && { hideOutput: true }),
    ...(badge && { badge }),
    ...(face.unavailable !== undefined && { canRun: false, reason: face.unavailable }),
  };
}
