import * as z from 'zod';
import type { AnyNode } from './define-node.ts';
import type { NamedParam } from './param.ts';

const choice = z.object({ name: z.string(), label: z.string(), description: z.string().optional() });
const condition = z.record(z.string(), z.unknown());

/** One input of a template in Flowise's format: inline when its type is one of the fifteen, else an anchor. */
export const templateInput = z.looseObject({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  default: z.unknown().optional(),
  description: z.string().optional(),
  placeholder: z.string().optional(),
  optional: z.boolean().optional(),
  additionalParams: z.boolean().optional(),
  acceptVariable: z.boolean().optional(),
  list: z.boolean().optional(),
  rows: z.number().optional(),
  step: z.number().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  options: z.array(choice).optional(),
  loadMethod: z.string().optional(),
  datagrid: z.array(z.looseObject({ field: z.string(), headerName: z.string() })).optional(),
  tabIdentifier: z.string().optional(),
  tabs: z.array(z.looseObject({ name: z.string(), label: z.string(), type: z.string() })).optional(),
  codeExample: z.string().optional(),
  fileType: z.string().optional(),
  hint: z.string().optional(),
  warning: z.string().optional(),
  show: condition.optional(),
  hide: condition.optional(),
  credentialNames: z.array(z.string()).optional(),
  array: z.array(z.looseObject({ name: z.string(), label: z.string(), type: z.string() })).optional(),
  minItems: z.number().optional(),
  loadConfig: z.boolean().optional(),
  freeSolo: z.boolean().optional(),
  hidden: z.boolean().optional(),
});
export type TemplateInput = z.output<typeof templateInput>;

export const templateOutput = z.object({
  name: z.string(),
  label: z.string(),
  description: z.string(),
  baseClasses: z.array(z.string()),
  isAnchor: z.boolean(),
  hidden: z.boolean(),
});
/** A node as the palette gets it: the declaration without its code. */
export const nodeTemplate = z.object({
  name: z.string(),
  label: z.string(),
  version: z.number(),
  type: z.string(),
  baseClasses: z.array(z.string()),
  tags: z.array(z.string()).optional(),
  category: z.string(),
  description: z.string(),
  icon: z.string(),
  inputs: z.array(templateInput),
  credential: templateInput.optional(),
  outputs: z.array(templateOutput).optional(),
  hideInput: z.boolean().optional(),
  hideOutput: z.boolean().optional(),
  badge: z.string().optional(),
  /** false: its form is known, but not what it does. */
  canRun: z.boolean().optional(),
  /** Its inputs and outputs are left out: the template is to be read by its name. */
  isSummary: z.boolean().optional(),
  /** Why it cannot run, in one sentence. */
  reason: z.string().optional(),
});
export type NodeTemplate = z.output<typeof nodeTemplate>;

const codeKeys = new Set([
  'kind',
  'schema',
  'value',
  'tabs',
  'fields',
  'variants',
  'sharedWith',
  'takes',
  'isPrompt',
  'parsesAnswer',
]);

function toInput(name: string, declared: object): TemplateInput {
  const plain = Object.fromEntries(
    Object.entries(declared).filter(([key, value]) => !codeKeys.has(key) && value !== undefined),
  );
  const tabs =
    'tabs' in declared && declared.tabs
      ? { tabs: Object.entries(declared.tabs).map(([tab, value]) => toInput(tab, value)) }
      : {};
  const fields = 'fields' in declared && (declared.fields as readonly NamedParam[] | undefined);
  const array = fields ? { array: fields.map((field) => toInput(field.name, field.param)) } : {};
  return { name, ...plain, ...tabs, ...array } as TemplateInput;
}

/** The declaration minus its code, in the field names of Flowise's templates. */
export function toTemplate(node: AnyNode): NodeTemplate {
  const outputs = Object.entries(node.outputs).filter(([, output]) => !output.isInner);
  const inputs = Object.entries(node.inputs).filter(
    ([, input]) => input.kind === 'param' || input.isInner !== true,
  );
  const only = outputs.length === 1 ? outputs[0] : undefined;
  // A single output named like the node is Flowise's short form without an `outputs` list.
  const isShort = only !== undefined && only[0] === node.name;
  const baseClasses = [...(outputs[0]?.[1].classes ?? [node.label.replaceAll(' ', '')])];
  return {
    name: node.name,
    label: node.label,
    version: node.version,
    type: baseClasses[0] ?? node.label,
    baseClasses,
    ...(node.tags && { tags: [...node.tags] }),
    category: node.category,
    description: node.description,
    icon: node.icon,
    inputs: inputs.map(([name, input]) => toInput(name, input)),
    ...(node.credential && {
      credential: {
        name: 'credential',
        label: node.credential.label,
        type: 'credential',
        credentialNames: [...node.credential.names],
        optional: node.credential.optional ?? false,
      },
    }),
    ...(!isShort &&
      outputs.length > 0 && {
        outputs: outputs.map(([name, output]) => ({
          name,
          label: output.label,
          description: output.description ?? '',
          baseClasses: [...output.classes],
          isAnchor: output.isAnchor ?? true,
          hidden: output.hidden ?? false,
        })),
      }),
    ...(outputs.length === 0 && { hideOutput: true }),
    ...(node.unavailable !== undefined && { canRun: false, reason: node.unavailable }),
  };
}
