import { objectOf } from './settings-form.ts';

/** A parameter of the flow as the server lists it. */
export interface OverridableInput {
  node: string;
  nodeId: string;
  label: string;
  name: string;
  type: string;
}

/** A parameter of the nodes with one label, and whether calls may set it. */
export interface OverrideRow {
  label: string;
  name: string;
  type: string;
  isOn: boolean;
}

type Rule = Readonly<Record<string, unknown>>;

const rulesOf = (value: unknown): Rule[] => (Array.isArray(value) ? value.map(objectOf) : []);

const isOn = (rules: readonly Rule[], name: string) =>
  rules.some((rule) => rule['name'] === name && rule['enabled'] === true);

/** What can be ticked, by node label: the server keeps the rules by label, so nodes of one label share them. */
export function overrideRows(
  inputs: readonly OverridableInput[],
  stored: unknown,
): ReadonlyMap<string, OverrideRow[]> {
  const rules = objectOf(stored);
  const groups = new Map<string, OverrideRow[]>();
  for (const { node, label, name, type } of inputs) {
    const rows = groups.get(node) ?? [];
    if (rows.some((row) => row.name === name)) continue;
    groups.set(node, [...rows, { label, name, type, isOn: isOn(rulesOf(rules[node]), name) }]);
  }
  return groups;
}

/** The stored rules after some parameters of a label were ticked or cleared; rules of nodes that are gone stay. */
export function withRules(
  stored: unknown,
  node: string,
  rows: readonly OverrideRow[],
  enabled: boolean,
): Record<string, unknown> {
  const rules = objectOf(stored);
  const names = new Set(rows.map(({ name }) => name));
  const others = rulesOf(rules[node]).filter((rule) => !names.has(String(rule['name'])));
  const own = rows.map(({ label, name, type }) => ({ label, name, type, enabled }));
  return { ...rules, [node]: [...others, ...own] };
}

/** Whether calls may set a variable. */
export function isVariableOn(stored: unknown, name: string): boolean {
  return isOn(rulesOf(stored), name);
}

/** The stored rules after a variable was ticked or cleared. */
export function withVariable(
  stored: unknown,
  variable: { id: string; name: string; type: string },
  enabled: boolean,
): Rule[] {
  const others = rulesOf(stored).filter((rule) => rule['name'] !== variable.name);
  return [...others, { id: variable.id, name: variable.name, type: variable.type, enabled }];
}
