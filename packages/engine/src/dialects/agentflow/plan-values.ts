import type { FlowNode } from '@tendril/contract/flow/flow';
import type { AnyNode } from '@tendril/contract/node/define-node';
import { readGroups, readList } from '@tendril/contract/node/list-value';
import type { Param } from '@tendril/contract/node/param';
import { isVisible, shownForm, visibleInputs, withDefaultsOf } from '@tendril/contract/node/visibility';
import type { PlannedParam } from '../../flow-plan.ts';
import { hasReference } from './agent-flow-references.ts';
import type { Report } from './drawn-step.ts';
import { richTextToMarkdown } from './rich-text.ts';

type Values = Readonly<Record<string, unknown>>;

const isUnset = (value: unknown) => value === undefined || value === null || value === '';

/** Names of the values that hold what a chosen component is set to: they go to the component, not to the step. */
function configNames(inputs: Iterable<{ name: string; param: Param }>): Set<string> {
  return new Set([...inputs].filter(({ param }) => param.loadConfig).map(({ name }) => `${name}Config`));
}

function toMarkdown(value: unknown): unknown {
  if (typeof value === 'string') return richTextToMarkdown(value);
  if (Array.isArray(value)) return value.map(toMarkdown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toMarkdown(item)]));
}

/** The value as the step gets it, before references are filled in. */
function rawValue(param: Param, value: unknown): unknown {
  const given = isUnset(value) ? param.default : value;
  if (param.type === 'string') return toMarkdown(given);
  if (param.type !== 'array') return given;
  const hidden = configNames(param.fields ?? []);
  const groups = readList(given);
  if (!groups) return given;
  return groups.map((group) =>
    typeof group === 'object' && group !== null
      ? toMarkdown(Object.fromEntries(Object.entries(group).filter(([key]) => !hidden.has(key))))
      : group,
  );
}

function hasReferences(value: unknown): boolean {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  return hasReference(text);
}

/** Reports fields of a list that are needed and empty; a choice that is missing prevents a run, a text does not. */
function checkGroups({ node, seen, report }: Planning, name: string, param: Param, values: Values): void {
  for (const [index, group] of readGroups(values[name] ?? param.default).entries()) {
    // A row that was added and never filled in says nothing.
    if (Object.values(group).every((value) => isUnset(value) || value === false)) continue;
    const fields = (param.fields ?? []).map((field) => ({ ...field.param, name: field.name }));
    for (const field of visibleInputs(fields, seen, index)) {
      if (field.optional || field.default !== undefined || !isUnset(group[field.name])) continue;
      const message = `${node.data.label}: ${param.label} ${index + 1} needs ${field.label}.`;
      const isWarning = field.type !== 'options' && field.type !== 'asyncOptions';
      report({ code: 'REQUIRED', nodeId: node.id, input: name, message, ...(isWarning && { isWarning }) });
    }
  }
}

interface Planning {
  node: FlowNode;
  /** The values that conditions look at: with defaults where none are written. */
  seen: Values;
  report: Report;
}

function planValue(planning: Planning, name: string, declared: Param, values: Values): PlannedParam {
  const { node, report, seen } = planning;
  const param = shownForm(declared, seen);
  const isShown = isVisible(param, seen);
  const raw = isShown ? rawValue(param, values[name]) : undefined;
  const planned: PlannedParam = { kind: 'param', name, param, raw, sources: [] };
  if (!isShown) return { ...planned, fixed: { value: undefined } };
  if (param.fields) checkGroups(planning, name, param, values);
  if (param.type !== 'code' && hasReferences(raw)) return planned;
  const parsed = param.schema.safeParse(raw);
  if (parsed.success) return { ...planned, fixed: { value: parsed.data } };
  const message = `${node.data.label}: ${parsed.error.issues[0]?.message ?? 'a value is not valid'}`;
  report({ code: isUnset(raw) ? 'REQUIRED' : 'INVALID_VALUE', nodeId: node.id, input: name, message });
  return planned;
}

/** The parameters of a step or of a component that it has chosen. */
export function planValues(node: FlowNode, definition: AnyNode, report: Report): PlannedParam[] {
  const values = node.data.inputs ?? {};
  const params = Object.entries(definition.inputs).flatMap(([name, input]) =>
    input.kind === 'param' ? [{ name, param: input }] : [],
  );
  const hidden = configNames(params);
  const seen = withDefaultsOf(definition.inputs, values);
  return params.map(({ name, param }) =>
    hidden.has(name)
      ? { kind: 'param', name, param, raw: undefined, sources: [], fixed: { value: undefined } }
      : planValue({ node, seen, report }, name, param, values),
  );
}
