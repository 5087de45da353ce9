import * as z from 'zod';
import { parseShallowJson } from '../json/parse-shallow-json.ts';
import { readDays, readList } from './list-value.ts';
import type { ParamType } from './param-type.ts';

export interface Choice {
  name: string;
  label: string;
  description?: string;
}

/** Shown only when every named parameter has one of the values. */
export type Condition = Record<string, string | number | boolean | (string | number | boolean)[]>;

export interface GridColumn {
  field: string;
  headerName: string;
  type?: 'string' | 'number' | 'boolean' | 'singleSelect' | 'asyncSingleSelect' | 'freeSolo';
  valueOptions?: string[];
  loadMethod?: string;
  flex?: number;
  editable?: boolean;
}

/** Value of a `tabs` parameter: the tab that is open on the canvas, and its content. */
export interface ChosenTab {
  tab: string;
  value: unknown;
}

/** Options common to all parameters; the names are those of Flowise's templates. */
interface ParamOptions {
  label: string;
  description?: string;
  placeholder?: string;
  optional?: boolean;
  /** Hidden on the node's face, shown under "more". */
  additionalParams?: boolean;
  /** Accepts `{{nodeId.data.instance}}`, `{{question}}`, `{{$vars.x}}` and so on. */
  acceptVariable?: boolean;
  /** Text with `{name}` placeholders of its own: braces inside inserted values do not count as such. */
  isPromptTemplate?: boolean;
  /** Text that goes to a model or to a person: it must not contain a secret variable. */
  isPrompt?: boolean;
  list?: boolean;
  warning?: string;
  hint?: string;
  show?: Condition;
  hide?: Condition;
  /** Kept, but not drawn. */
  hidden?: boolean;
}

/** A parameter drawn inside the node. `schema` parses the value from a flow file ('' is "not set"). */
export interface Param<T = unknown> extends ParamOptions {
  kind: 'param';
  type: ParamType;
  schema: z.ZodType<T>;
  default?: unknown;
  options?: readonly Choice[];
  loadMethod?: string;
  rows?: number;
  step?: number;
  min?: number;
  max?: number;
  datagrid?: GridColumn[];
  tabIdentifier?: string;
  tabs?: Record<string, Param>;
  codeExample?: string;
  fileType?: string;
  /** What each group of an `array` is made of; a name may come again with another `show`. */
  fields?: readonly NamedParam[];
  minItems?: number;
  /** What is chosen is a node, which brings its own form; its values stand under `<name>Config`. */
  loadConfig?: boolean;
  /** Takes words of one's own beside the options. */
  freeSolo?: boolean;
  /** Other forms of the same value, for other cases by their `show`; the first that is shown counts. */
  variants?: readonly Param[];
}

/** A field of an `array`. */
export interface NamedParam {
  name: string;
  param: Param;
}

type Optional<O, T> = O extends { default: unknown } ? T : O extends { optional: true } ? T | undefined : T;

const isUnset = (value: unknown) => value === '' || value === undefined || value === null;

/** '' and absent mean "not set": the default applies, else the field is an error unless it is optional. */
function unsetAware(schema: z.ZodType, options: ParamOptions & { default?: unknown }): z.ZodType {
  const inner = options.default !== undefined || options.optional ? schema.optional() : schema;
  const label = options.label;
  return z.unknown().transform((value, context) => {
    const given = isUnset(value) ? options.default : value;
    if (given === undefined) {
      if (!options.optional && options.default === undefined) context.addIssue(`${label} is required`);
      return undefined;
    }
    const parsed = inner.safeParse(given);
    if (!parsed.success) context.addIssue(`${label}: ${parsed.error.issues[0]?.message ?? 'is not valid'}`);
    return parsed.data;
  });
}

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const truth = z.union([z.boolean(), z.string()]).transform((value) => value === true || value === 'true');

/** A JSON value, or JSON text; values arrive in either form in flow files. */
const json = z.unknown().transform((value, context) => {
  if (typeof value !== 'string') return value;
  try {
    return parseShallowJson(value) as unknown;
  } catch {
    context.addIssue('is not valid JSON');
    return z.NEVER;
  }
});

/** A malformed grid yields no rows. */
const rows = z.unknown().transform((value): Record<string, unknown>[] => {
  if (Array.isArray(value)) return value as Record<string, unknown>[];
  if (typeof value !== 'string') return [];
  try {
    const parsed: unknown = parseShallowJson(value);
    return Array.isArray(parsed) ? (parsed as Record<string, unknown>[]) : [];
  } catch {
    return [];
  }
});

type Group = Record<string, unknown>;

/** A group with its fields read; what is not set, or no field of it, stays as it is. */
function readGroup(group: Group, fields: readonly NamedParam[], refuse: (message: string) => void): Group {
  const read = { ...group };
  for (const [name, value] of Object.entries(group)) {
    const forms = fields.filter((field) => field.name === name);
    const [first] = forms;
    if (!first || isUnset(value)) continue;
    const results = forms.map(({ param }) => param.schema.safeParse(value));
    const fitting = results.find((result) => result.success);
    if (fitting) read[name] = fitting.data;
    else refuse(results[0]?.error?.issues[0]?.message ?? `${first.param.label} is not valid`);
  }
  return read;
}

/** Groups as a list or as JSON text. */
const groups = (fields: readonly NamedParam[]) =>
  z.unknown().transform((value, context): Group[] => {
    const list = readList(value);
    if (!list) context.addIssue('is not a list');
    return (list ?? []).flatMap((one, at) => {
      if (typeof one !== 'object' || one === null || Array.isArray(one)) {
        context.addIssue(`entry ${at + 1} is not a group of values`);
        return [];
      }
      return [readGroup(one as Group, fields, (message) => context.addIssue(`${at + 1}: ${message}`))];
    });
  });

const days = (lowest: number, highest: number) =>
  z.unknown().transform((value, context) => {
    const read = readDays(value);
    if (read.some((day) => day < lowest || day > highest))
      context.addIssue(`takes days from ${lowest} to ${highest}`);
    return read;
  });

const clockTime = text.pipe(
  z.string().regex(/^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'is not a time of day'),
);

function make<T>(type: ParamType, schema: z.ZodType, options: ParamOptions & Partial<Param>): Param<T> {
  return { ...options, kind: 'param', type, schema: unsetAware(schema, options) as z.ZodType<T> };
}

type StringOptions = ParamOptions & { rows?: number; default?: string };
type NumberOptions = ParamOptions & { default?: number; step?: number; min?: number; max?: number };
type BooleanOptions = ParamOptions & { default?: boolean };
type ChoiceOptions = ParamOptions & { options: readonly Choice[]; default?: string; freeSolo?: boolean };
type JsonOptions = ParamOptions & { default?: unknown; rows?: number };
type CodeOptions = ParamOptions & { default?: string; rows?: number; codeExample?: string };

function number<const O extends NumberOptions>(options: O): Param<Optional<O, number>> {
  let schema: z.ZodNumber = z.coerce.number<unknown>() as unknown as z.ZodNumber;
  if (options.min !== undefined) schema = schema.min(options.min);
  if (options.max !== undefined) schema = schema.max(options.max);
  return make('number', schema, options);
}

function options<const O extends ChoiceOptions>(given: O): Param<Optional<O, O['options'][number]['name']>> {
  const schema = given.freeSolo ? text : z.enum(given.options.map((option) => option.name));
  return make('options', schema, given);
}

/** The one language in which nodes, credentials, voice functions and call settings declare their fields. */
export const param = {
  string: <const O extends StringOptions>(given: O): Param<Optional<O, string>> =>
    make('string', text, given),
  password: <const O extends StringOptions>(given: O): Param<Optional<O, string>> =>
    make('password', text, given),
  number,
  boolean: <const O extends BooleanOptions>(given: O): Param<Optional<O, boolean>> =>
    make('boolean', truth, given),
  options,
  multiOptions: <const O extends ParamOptions & { options: readonly Choice[]; default?: string[] }>(
    given: O,
  ): Param<Optional<O, string[]>> => make('multiOptions', json.pipe(z.array(z.string())), given),
  asyncOptions: <
    const O extends ParamOptions & {
      loadMethod: string;
      default?: string;
      loadConfig?: boolean;
      freeSolo?: boolean;
    },
  >(
    given: O,
  ): Param<Optional<O, string>> => make('asyncOptions', text, given),
  json: <const O extends JsonOptions>(given: O): Param<Optional<O, unknown>> => make('json', json, given),
  code: <const O extends CodeOptions>(given: O): Param<Optional<O, string>> => make('code', text, given),
  date: <const O extends StringOptions>(given: O): Param<Optional<O, string>> => make('date', text, given),
  file: <const O extends ParamOptions & { fileType: string }>(given: O): Param<Optional<O, string>> =>
    make('file', text, given),
  folder: <const O extends ParamOptions>(given: O): Param<Optional<O, string>> => make('folder', text, given),
  datagrid: <const O extends ParamOptions & { datagrid: GridColumn[]; default?: unknown }>(
    given: O,
  ): Param<Record<string, unknown>[]> => make('datagrid', rows, { ...given, default: given.default ?? [] }),
  array: <
    const O extends ParamOptions & { fields: readonly NamedParam[]; minItems?: number; default?: unknown },
  >(
    given: O,
  ): Param<Optional<O, Group[]>> => make('array', groups(given.fields), given),
  asyncMultiOptions: <const O extends ParamOptions & { loadMethod: string; default?: string }>(
    given: O,
  ): Param<Optional<O, string[]>> => make('asyncMultiOptions', json.pipe(z.array(z.string())), given),
  datePicker: <const O extends StringOptions>(given: O): Param<Optional<O, string>> =>
    make('datePicker', text, given),
  timePicker: <const O extends StringOptions>(given: O): Param<Optional<O, string>> =>
    make('timePicker', clockTime, given),
  weekDaysPicker: <const O extends StringOptions>(given: O): Param<Optional<O, number[]>> =>
    make('weekDaysPicker', days(0, 6), given),
  monthDaysPicker: <const O extends StringOptions>(given: O): Param<Optional<O, number[]>> =>
    make('monthDaysPicker', days(1, 31), given),
  tabs: <
    const O extends ParamOptions & { tabIdentifier: string; tabs: Record<string, Param>; default?: string },
  >(
    given: O,
  ): Param<ChosenTab | undefined> => make('tabs', z.unknown(), { optional: true, ...given }),
  conditionFunction: <const O extends ParamOptions & { tabIdentifier: string; tabs: Record<string, Param> }>(
    given: O,
  ): Param<ChosenTab | undefined> => make('conditionFunction', z.unknown(), { optional: true, ...given }),
};
