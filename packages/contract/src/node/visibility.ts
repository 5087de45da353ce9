import { readGroups, readList } from './list-value.ts';
import type { Condition, Param } from './param.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a condition looks at: a value, or with `list[$index].field` that of the same group of a list. */
function valueAt(path: string, values: Values, index: number | undefined): unknown {
  const grouped = /^(\w+)\[\$index\]\.(\w+)$/.exec(path);
  if (!grouped) return values[path];
  return index === undefined ? undefined : readGroups(values[grouped[1] ?? ''])[index]?.[grouped[2] ?? ''];
}

const isSet = (value: unknown) => value !== undefined && value !== null && value !== '';

function fits(wanted: unknown, value: unknown): boolean {
  // Flowise reads texts as patterns; this is the only one that its nodes use.
  if (wanted === '.+') return isSet(value);
  return wanted === value;
}

function holds(condition: Condition, values: Values, index: number | undefined): boolean {
  return Object.entries(condition).every(([path, wanted]) => {
    const value = valueAt(path, values, index);
    const wantedOnes: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
    const given = readList(value) ?? [value];
    return wantedOnes.some((one) => given.some((each) => fits(one, each)));
  });
}

/**
 * Whether a parameter is shown, and so applies, given the node's other values. Used by the form and the engine alike.
 */
export function isVisible(
  input: { show?: unknown; hide?: unknown },
  values: Values,
  index?: number,
): boolean {
  if (input.show && !holds(input.show as Condition, values, index)) return false;
  return !(input.hide && holds(input.hide as Condition, values, index));
}

/** The shown ones of several inputs; of those that share a name, as forms for different cases, the first. */
export function visibleInputs<I extends { name: string; show?: unknown; hide?: unknown }>(
  inputs: readonly I[],
  values: Values,
  index?: number,
): I[] {
  const seen = new Set<string>();
  return inputs.filter((input) => {
    if (seen.has(input.name) || !isVisible(input, values, index)) return false;
    seen.add(input.name);
    return true;
  });
}

/** Of the forms of one value the one that is shown; the first where none is. */
export function shownForm(param: Param, values: Values): Param {
  if (!param.variants) return param;
  return [param, ...param.variants].find((form) => isVisible(form, values)) ?? param;
}
