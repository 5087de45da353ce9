import { type Param, param } from '@tendril/contract/node/param';
import type { ParamType } from '@tendril/contract/node/param-type';
import type { InterfaceInput } from './node-interface.ts';
import { choicesOf, columnsOf } from './template-of-interface.ts';

type Declared = InterfaceInput & { type: ParamType };

const numberOf = (value: unknown) => (value === undefined || value === '' ? undefined : Number(value));
const textOf = (value: unknown) => (value === undefined ? undefined : String(value));

/** A value that stands for "none" would make a parameter's default out of nothing. */
function withDefault<T>(value: T | undefined): { default: T } | Record<never, never> {
  return value === undefined || value === '' ? {} : { default: value };
}

/** What every parameter says of itself. */
function optionsOf(input: Declared) {
  const { label, optional, hasLongDefault, additionalParams, acceptVariable, list, hidden, show, hide } =
    input;
  return {
    label,
    ...((optional || hasLongDefault) && { optional: true }),
    ...(additionalParams && { additionalParams }),
    ...(acceptVariable && { acceptVariable }),
    ...(list && { list }),
    ...(hidden && { hidden }),
    ...(show && { show }),
    ...(hide && { hide }),
    ...(input.rows !== undefined && { rows: input.rows }),
  };
}

const namedParams = (inputs: readonly InterfaceInput[] = []) =>
  Object.fromEntries(inputs.map((input) => [input.name, paramOfInput(input as Declared)]));

const tabsOf = (input: Declared) => ({
  ...optionsOf(input),
  tabIdentifier: input.tabIdentifier ?? input.name,
  tabs: namedParams(input.tabs),
  ...withDefault(textOf(input.default)),
});

const written = (input: Declared) => ({ ...optionsOf(input), ...withDefault(textOf(input.default)) });

const loaded = (input: Declared) => ({
  ...written(input),
  loadMethod: input.loadMethod ?? '',
  ...(input.loadConfig && { loadConfig: true }),
  ...(input.freeSolo && { freeSolo: true }),
});

const makers: Record<ParamType, (input: Declared) => Param> = {
  string: (input) => param.string(written(input)),
  password: (input) => param.password(written(input)),
  code: (input) => param.code(written(input)),
  date: (input) => param.date(written(input)),
  datePicker: (input) => param.datePicker(written(input)),
  timePicker: (input) => param.timePicker(written(input)),
  weekDaysPicker: (input) => param.weekDaysPicker(written(input)),
  monthDaysPicker: (input) => param.monthDaysPicker(written(input)),
  folder: (input) => param.folder(optionsOf(input)),
  file: (input) => param.file({ ...optionsOf(input), fileType: input.fileType ?? '' }),
  number: (input) =>
    param.number({
      ...optionsOf(input),
      ...(input.step !== undefined && { step: input.step }),
      ...withDefault(numberOf(input.default)),
    }),
  boolean: (input) =>
    param.boolean({
      ...optionsOf(input),
      ...withDefault(input.default === undefined ? undefined : String(input.default) === 'true'),
    }),
  options: (input) =>
    param.options({
      ...written(input),
      options: choicesOf(input),
      ...(input.freeSolo && { freeSolo: true }),
    }),
  multiOptions: (input) =>
    param.multiOptions({
      ...optionsOf(input),
      options: choicesOf(input),
      // As text, which the schema reads like any other value.
      ...(withDefault(input.default) as { default?: string[] }),
    }),
  asyncOptions: (input) => param.asyncOptions(loaded(input)),
  asyncMultiOptions: (input) => param.asyncMultiOptions(loaded(input)),
  json: (input) => param.json({ ...optionsOf(input), ...withDefault(input.default) }),
  datagrid: (input) =>
    param.datagrid({ ...optionsOf(input), datagrid: columnsOf(input), ...withDefault(input.default) }),
  array: (input) =>
    param.array({
      ...optionsOf(input),
      fields: (input.array ?? []).map((field) => ({
        name: field.name,
        param: paramOfInput(field as Declared),
      })),
      ...(input.minItems !== undefined && { minItems: input.minItems }),
      ...withDefault(input.default),
    }),
  tabs: (input) => param.tabs(tabsOf(input)),
  conditionFunction: (input) => param.conditionFunction(tabsOf(input)),
};

/** The parameter that an input of an interface declares. */
export function paramOfInput(input: Declared): Param {
  return makers[input.type](input);
}
