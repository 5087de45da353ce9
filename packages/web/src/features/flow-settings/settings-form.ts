import type { FlowSettings } from '@tendril/contract/flow/flow-settings';
import type { ComponentType } from 'react';
import type { SettingsColumn, Slice } from './section-slices.ts';

/** Errors by field path: `chatbotConfig.title`. */
export type FieldProblems = Readonly<Record<string, string>>;

/** What a section's form reads and edits. */
export interface SettingsForm {
  flowId: string;
  /** The settings as they are edited. */
  settings: FlowSettings;
  /** Sets values in a column; undefined and empty strings remove a key. */
  set: (column: SettingsColumn, changes: Readonly<Record<string, unknown>>) => void;
  errorOf: (path: string) => string | undefined;
}

/** One entry of the configuration. */
export interface SettingsSection {
  id: string;
  title: string;
  slices: readonly Slice[];
  Form: ComponentType<{ form: SettingsForm }>;
  /** What keeps the section from being saved; the contract's own checks come on top. */
  check?: (settings: FlowSettings) => FieldProblems;
}

/** A column with changes applied; undefined and empty strings remove their keys. */
export function changedColumn(
  column: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged = Object.entries({ ...column, ...changes });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined && value !== ''));
}

/** A stored value as an object; anything else counts as empty. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** A stored value as the text of a field. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
