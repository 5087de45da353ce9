import type { SentBody } from '@tendril/contract/api/endpoint';
import type { updateFlowSettings } from '@tendril/contract/api/flow-settings';
import type { FlowSettings } from '@tendril/contract/flow/flow-settings';

/** The stored columns that hold an object. */
export type SettingsColumn =
  | 'chatbotConfig'
  | 'apiConfig'
  | 'analytic'
  | 'speechToText'
  | 'textToSpeech'
  | 'followUpPrompts'
  | 'mcpServerConfig';

export const settingsColumns: readonly SettingsColumn[] = [
  'chatbotConfig',
  'apiConfig',
  'analytic',
  'speechToText',
  'textToSpeech',
  'followUpPrompts',
  'mcpServerConfig',
];

/** What a section edits: a whole column, or some keys of one. */
export interface Slice {
  column: SettingsColumn;
  keys?: readonly string[];
}

type Column = Readonly<Record<string, unknown>>;
export type SettingsPatch = SentBody<typeof updateFlowSettings>;

const columnOf = (settings: FlowSettings, column: SettingsColumn): Column => settings[column] as Column;

function sliceText(settings: FlowSettings, { column, keys }: Slice): string {
  const values = columnOf(settings, column);
  return sortedJson(keys ? Object.fromEntries(keys.map((key) => [key, values[key]])) : values);
}

/** Whether the section was changed since it was saved; the order of keys does not count. */
export function isChanged(saved: FlowSettings, draft: FlowSettings, slices: readonly Slice[]): boolean {
  return slices.some((slice) => sliceText(saved, slice) !== sliceText(draft, slice));
}

/** `base` with the section's part of `source` in place of its own. */
export function withSlices(base: FlowSettings, source: FlowSettings, slices: readonly Slice[]): FlowSettings {
  const columns = slices.map(({ column, keys }) => {
    const taken = columnOf(source, column);
    return [column, keys ? mergeKeys(columnOf(base, column), taken, keys) : taken];
  });
  return { ...base, ...Object.fromEntries(columns) };
}

function mergeKeys(kept: Column, taken: Column, keys: readonly string[]): Column {
  const others = Object.entries(kept).filter(([key]) => !keys.includes(key));
  const own = Object.entries(taken).filter(([key]) => keys.includes(key));
  return Object.fromEntries([...others, ...own]);
}

/** What is sent to save a section: its columns whole, with what the server holds of the other sections. */
export function sectionPatch(
  stored: FlowSettings,
  draft: FlowSettings,
  slices: readonly Slice[],
): SettingsPatch {
  const merged = withSlices(stored, draft, slices);
  return Object.fromEntries(slices.map(({ column }) => [column, merged[column]]));
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
