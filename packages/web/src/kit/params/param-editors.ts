import type { ParamType } from '@tendril/contract/node/param-type';
import type { ComponentType } from 'react';
import { ArrayInput } from './array-input.tsx';
import { BooleanInput } from './boolean-input.tsx';
import { CodeInput } from './code-input.tsx';
import { ConditionInput } from './condition/condition-input.tsx';
import { DatagridInput } from './datagrid-input.tsx';
import { DateInput } from './date-input.tsx';
import { DaysInput } from './days-input.tsx';
import { FileInput } from './file-input.tsx';
import { JsonInput } from './json-input.tsx';
import { LoadedOptionInput } from './loaded-option-input.tsx';
import { MultiOptionsInput } from './multi-options-input.tsx';
import { NumberInput } from './number-input.tsx';
import { OptionsInput } from './options-input.tsx';
import type { EditorProps } from './param-props.ts';
import { PasswordInput } from './password-input.tsx';
import { StringInput } from './string-input.tsx';
import { TabsInput } from './tabs-input.tsx';
import { TimeInput } from './time-input.tsx';

/** The editor of each type that is drawn inside a node; a new type does not compile until it is drawn. */
export const paramEditors = {
  asyncOptions: LoadedOptionInput,
  options: OptionsInput,
  multiOptions: MultiOptionsInput,
  datagrid: DatagridInput,
  string: StringInput,
  number: NumberInput,
  boolean: BooleanInput,
  password: PasswordInput,
  json: JsonInput,
  code: CodeInput,
  date: DateInput,
  file: FileInput,
  folder: FileInput,
  tabs: TabsInput,
  conditionFunction: ConditionInput,
  array: ArrayInput,
  asyncMultiOptions: MultiOptionsInput,
  datePicker: DateInput,
  timePicker: TimeInput,
  weekDaysPicker: DaysInput,
  monthDaysPicker: DaysInput,
} satisfies Record<ParamType, ComponentType<EditorProps>>;
