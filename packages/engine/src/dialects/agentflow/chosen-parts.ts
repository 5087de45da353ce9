import type { FlowNode } from '@tendril/contract/flow/flow';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import type { AnyNode } from '@tendril/contract/node/define-node';
import { readGroups } from '@tendril/contract/node/list-value';
import type { Param } from '@tendril/contract/node/param';
import { isVisible, shownForm, withDefaultsOf } from '@tendril/contract/node/visibility';

type Values = Record<string, unknown>;

/** A component that a step's form has chosen: a model, a tool, a store. */
export interface ChosenPart {
  /** Id of the node that is made for it. */
  id: string;
  /** The parameter of the step. */
  param: string;
  /** The group of a list, and the field in it. */
  place?: { index: number; field: string };
  label: string;
  component: string;
  config: Values;
}

function readConfig(value: unknown): Values {
  if (typeof value === 'string' && value.trim().startsWith('{')) {
    try {
      return readConfig(parseShallowJson(value));
    } catch {
      return {};
    }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function partsOfGroups(node: FlowNode, name: string, param: Param, values: Values): ChosenPart[] {
  const fields = (param.fields ?? []).filter((field) => field.param.loadConfig);
  return readGroups(values[name]).flatMap((group, index) =>
    fields.flatMap((field): ChosenPart[] => {
      const component = group[field.name];
      if (typeof component !== 'string' || component === '') return [];
      const tail = fields.length > 1 ? `.${field.name}` : '';
      return [
        {
          id: `${node.id}#${name}#${index}${tail}`,
          param: name,
          place: { index, field: field.name },
          label: field.param.label,
          component,
          config: readConfig(group[`${field.name}Config`]),
        },
      ];
    }),
  );
}

/** The components that a step's form has chosen, in order. */
export function chosenParts(node: FlowNode, definition: AnyNode): ChosenPart[] {
  const values = node.data.inputs ?? {};
  const seen = withDefaultsOf(definition.inputs, values);
  return Object.entries(definition.inputs).flatMap(([name, input]): ChosenPart[] => {
    if (input.kind !== 'param') return [];
    const param = shownForm(input, seen);
    if (!isVisible(param, seen)) return [];
    if (param.fields) return partsOfGroups(node, name, param, values);
    const component = values[name] === '' ? undefined : (values[name] ?? param.default);
    if (!param.loadConfig || typeof component !== 'string') return [];
    const config = readConfig(values[`${name}Config`]);
    return [{ id: `${node.id}#${name}`, param: name, label: param.label, component, config }];
  });
}
