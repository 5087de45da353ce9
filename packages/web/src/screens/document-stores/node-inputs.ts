import type { NodeTemplate, TemplateInput } from '@tendril/contract/node/node-template';
import { isParamType } from '@tendril/contract/node/param-type';
import { visibleInputs } from '@tendril/contract/node/visibility';

type Values = Readonly<Record<string, unknown>>;

/** What a form draws of a node: its secret and its fields, not what is connected to it on a canvas. */
export function formInputs({
  inputs,
  credential,
}: Pick<NodeTemplate, 'inputs' | 'credential'>): TemplateInput[] {
  return [...(credential ? [credential] : []), ...inputs.filter(({ type }) => isParamType(type))];
}

/** The labels of fields that need a value and have none. */
export function missingFields(template: Pick<NodeTemplate, 'inputs'>, values: Values): string[] {
  return visibleInputs(template.inputs, values)
    .filter(({ type, optional }) => isParamType(type) && !optional && type !== 'boolean' && type !== 'tabs')
    .filter(({ name, default: standard }) => isEmpty(values[name]) && isEmpty(standard))
    .map(({ label }) => label);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** The initial values of a new form. */
export function startValues({ inputs }: Pick<NodeTemplate, 'inputs'>): Record<string, unknown> {
  const given = inputs.filter(({ type, default: standard }) => isParamType(type) && standard !== undefined);
  return Object.fromEntries(given.map(({ name, default: standard }) => [name, standard]));
}
