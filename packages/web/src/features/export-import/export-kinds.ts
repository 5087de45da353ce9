import type { ExportSelection } from '@tendril/contract/api/export-import';

/** The check boxes of the dialog, in order. */
export const exportKinds = ['chatflow', 'agentflow', 'tool', 'variable', 'assistant'] as const;
export type ExportKind = (typeof exportKinds)[number];

/** Only what is chosen is sent, as true. */
export function toSelection(chosen: ReadonlySet<ExportKind>): ExportSelection {
  return Object.fromEntries(exportKinds.filter((kind) => chosen.has(kind)).map((kind) => [kind, true]));
}
