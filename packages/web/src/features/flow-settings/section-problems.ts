import type { FlowSettings } from '@tendril/contract/flow/flow-settings';
import { RequestError } from '../../kit/api/request-error.ts';
import { columnSchemas } from './column-schemas.ts';
import type { FieldProblems, SettingsSection } from './settings-form.ts';

/** What keeps a section from being saved: the contract's checks, and its own, which say it better. */
export function sectionProblems(
  section: Pick<SettingsSection, 'slices' | 'check'>,
  settings: FlowSettings,
): FieldProblems {
  const byContract = section.slices.flatMap(({ column, keys }) =>
    (columnSchemas[column].safeParse(settings[column]).error?.issues ?? [])
      .filter(({ path }) => !keys || keys.includes(String(path[0])))
      .map(({ path, message }) => [[column, ...path].join('.'), message] as const),
  );
  return { ...Object.fromEntries(byContract), ...section.check?.(settings) };
}

/** The fields that a refused save names. */
export function refusedFields(thrown: unknown): FieldProblems {
  if (!(thrown instanceof RequestError)) return {};
  return Object.fromEntries(thrown.details.map(({ path, message }) => [path, message]));
}
