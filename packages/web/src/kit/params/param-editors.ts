import type { InlineType } from '@tendril/contract/node/inline-type';
import type { ComponentType } from 'react';
import { AsyncOptionsInput } from './async-options-input.tsx';
import { BooleanInput } from './boolean-input.tsx';
import { CodeInput } from './code-input.tsx';
import { ConditionInput } from './condition/condition-input.tsx';
import { DatagridInput } from './datagrid-input.tsx';
import { DateInput } from './date-input.tsx';
import { FileInput } from './file-input.tsx';
import { JsonInput } from './json-input.tsx';
import { MultiOptionsInput } from './multi-options-input.tsx';
import { NumberInput } from './number-input.tsx';
import { OptionsInput } from './options-input.tsx';
import type { EditorProps } from './param-props.ts';
import { PasswordInput } from './password-input.tsx';
import { StringInput } from './string-input.tsx';
import { TabsInput } from './tabs-input.tsx';

/** The editor of each of the fifteen inline types; a new type does not compile until it is drawn. */
export const paramEditors = {
  asyncOptions: AsyncOptionsInput,
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
} satisfies Record<InlineType, ComponentType<EditorProps>>;
