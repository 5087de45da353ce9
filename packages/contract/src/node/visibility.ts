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

/** What of an input says whether it is shown, and what it is without a value. */
interface ShownInput {
  name: string;
  show?: unknown;
  hide?: unknown;
  default?: unknown;
}

/**
 * The values that conditions look at: where one is not written, as in files of older versions, the default of its
 * parameter, with which the node works.
 */
export function withDefaults(inputs: Iterable<Pick<ShownInput, 'name' | 'default'>>, values: Values): Values {
  let all: Record<string, unknown> | undefined;
  for (const { name, default: standard } of inputs) {
    if (standard === undefined || values[name] !== undefined || all?.[name] !== undefined) continue;
    all ??= { ...values };
    all[name] = standard;
  }
  return all ?? values;
}

/** The same for all parameters of a definition. */
export function withDefaultsOf(inputs: Readonly<Record<string, object>>, values: Values): Values {
  return withDefaults(
    Object.entries(inputs).map(([name, input]) => ({ ...(input as Pick<Param, 'default'>), name })),
    values,
  );
}

/** The lists that conditions on `list[$index].field` name, with the defaults of their fields in the group looked at. */
function withFieldDefaults(fields: readonly ShownInput[], values: Values, index: number): Values {
  const paths = fields.flatMap(({ show, hide }) => Object.keys({ ...(show ?? {}), ...(hide ?? {}) }));
  const lists = new Set(paths.flatMap((path) => /^(\w+)\[\$index\]\./.exec(path)?.[1] ?? []));
  const completed = [...lists].map((list) => [
    list,
    readGroups(values[list]).map((group, at) => (at === index ? withDefaults(fields, group) : group)),
  ]);
  return { ...values, ...Object.fromEntries(completed) };
}

/**
 * The shown ones of several inputs, where a value that is not written counts as its default; of those that share a
 * name, as forms for different cases, the first. With an index they are the fields of that group of a list.
 */
export function visibleInputs<I extends ShownInput>(
  inputs: readonly I[],
  given: Values,
  index?: number,
): I[] {
  const values = index === undefined ? withDefaults(inputs, given) : withFieldDefaults(inputs, given, index);
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
