import type { FlowSettings } from '@tendril/contract/flow/flow-settings';
import { settingsTexts } from '../../kit/texts/en/flow-settings.ts';
import { say } from '../../kit/texts/texts.ts';
import { columnSchemas } from './column-schemas.ts';
import { type SettingsColumn, type SettingsPatch, settingsColumns } from './section-slices.ts';

/** The sections that are edited as JSON, written to be read. */
export function writeSettingsJson(settings: FlowSettings): string {
  return JSON.stringify(Object.fromEntries(settingsColumns.map((name) => [name, settings[name]])), null, 2);
}

/** Settings from JSON text, or what is wrong with it, with the field named. */
export function readSettingsJson(text: string): { patch: SettingsPatch } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return { problem: say(settingsTexts, 'notJson', { reason }) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: say(settingsTexts, 'notAnObject') };
  }
  for (const [column, held] of Object.entries(value)) {
    const problem = problemOf(column, held);
    if (problem !== undefined) return { problem };
  }
  return { patch: value as SettingsPatch };
}

function problemOf(column: string, value: unknown): string | undefined {
  if (!Object.hasOwn(columnSchemas, column)) {
    return say(settingsTexts, 'unknownKey', { path: column, sections: settingsColumns.join(', ') });
  }
  const [issue] = columnSchemas[column as SettingsColumn].safeParse(value).error?.issues ?? [];
  if (!issue) return undefined;
  return say(settingsTexts, 'atPath', { path: [column, ...issue.path].join('.'), reason: issue.message });
}
