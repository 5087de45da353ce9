import { inlineTypes } from './inline-type.ts';

/** Every type that is drawn inside a node: the fifteen inline types, lists of groups, and the pickers of schedules. */
export const paramTypes = [
  ...inlineTypes,
  'array',
  'asyncMultiOptions',
  'datePicker',
  'timePicker',
  'weekDaysPicker',
  'monthDaysPicker',
] as const;

export type ParamType = (typeof paramTypes)[number];

/** Whether an input of this type is typed in; any other is an anchor, or the choice of a secret. */
export function isParamType(type: string): type is ParamType {
  return (paramTypes as readonly string[]).includes(type);
}
