import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@tendril/contract/app-error';
import { voiceLlmDefaults } from '@tendril/contract/voice/agent-defaults';
import type { VoiceLlm, VoiceLlmFields } from '@tendril/contract/voice/voice-agent';
import type { VoiceLlmTable } from '../../../platform/db/voice-tables.ts';
import { maskFunctions } from './sealed-functions.ts';

type Revisions = Record<string, number>;

/** The record with its defaults; its secrets are sealed. */
export function readLlmFields({ fields }: Pick<VoiceLlmTable, 'fields'>): VoiceLlmFields {
  return { ...voiceLlmDefaults, ...(JSON.parse(fields) as Partial<VoiceLlmFields>) };
}

/** The record as the API returns it. */
export function toVoiceLlm(row: VoiceLlmTable): VoiceLlm {
  const fields = readLlmFields(row);
  return { ...fields, functions: maskFunctions(fields.functions), id: row.id, revision: row.revision };
}

/**
 * The row with the changed fields, each marked with the new revision; undefined when nothing changes. Throws
 * STALE_VERSION when one of them was changed after the revision that `since` names.
 */
export function changeRecord(
  row: VoiceLlmTable,
  changes: Partial<VoiceLlmFields>,
  since?: number,
): VoiceLlmTable | undefined {
  const before = readLlmFields(row);
  const revisions = JSON.parse(row.fieldRevisions) as Revisions;
  const changed = (Object.keys(changes) as (keyof VoiceLlmFields)[]).filter(
    (field) => changes[field] !== undefined && !isDeepStrictEqual(changes[field], before[field]),
  );
  const stale = changed.filter((field) => since !== undefined && (revisions[field] ?? 0) > since);
  if (stale.length > 0) throw refuseStale(row.revision, stale);
  if (changed.length === 0) return undefined;
  const revision = row.revision + 1;
  const fields = JSON.parse(row.fields) as Partial<VoiceLlmFields>;
  return {
    ...row,
    revision,
    fields: JSON.stringify({ ...fields, ...pick(changes, changed) }),
    fieldRevisions: JSON.stringify({
      ...revisions,
      ...Object.fromEntries(changed.map((field) => [field, revision])),
    }),
    updatedAt: Math.max(Date.now(), row.updatedAt + 1),
  };
}

function pick(fields: Partial<VoiceLlmFields>, names: readonly (keyof VoiceLlmFields)[]) {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

function refuseStale(revision: number, fields: readonly string[]): AppError {
  const message = 'was changed by another save since you read it';
  return new AppError('STALE_VERSION', `${fields.join(', ')}: ${message}.`, {
    details: [{ path: 'revision', message: String(revision) }, ...fields.map((path) => ({ path, message }))],
  });
}
