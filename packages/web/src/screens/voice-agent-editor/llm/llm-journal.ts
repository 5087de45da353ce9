import type { VoiceLlm } from '@tendril/contract/voice/voice-agent';
import type { DBSchema } from 'idb';
import { browserDatabase } from '../../../kit/lib/browser-database.ts';
import type { EditedField, LlmEdits } from './llm-edits.ts';

/** Edits of one open editor that the server does not have yet. */
export interface KeptEdits {
  /** One open editor writes one record. */
  editorId: string;
  /** Whose edits they are; nobody else is given them. */
  user: string;
  llmId: string;
  /** What the edited fields held when they were changed. */
  base: Pick<VoiceLlm, EditedField>;
  edits: LlmEdits;
  at: number;
}

interface Schema extends DBSchema {
  edits: { key: string; value: KeptEdits; indexes: { llmId: string } };
}

const open = browserDatabase<Schema>('tendril-voice-edits', 1, (database) => {
  database.createObjectStore('edits', { keyPath: 'editorId' }).createIndex('llmId', 'llmId');
});

/** Writes or replaces what one editor keeps; rejects when the device takes nothing. */
export async function keepEdits(record: KeptEdits): Promise<void> {
  await (await open()).put('edits', record);
}

/** Forgets what an editor kept: the server has it, or somebody gave it up. */
export async function forgetEdits(editorId: string): Promise<void> {
  await (await open()).delete('edits', editorId);
}

/** What this device keeps of a person for one LLM record, oldest first. */
export async function findEdits(user: string, llmId: string): Promise<KeptEdits[]> {
  const records = await (await open()).getAllFromIndex('edits', 'llmId', llmId);
  return records.filter((record) => record.user === user).toSorted((one, other) => one.at - other.at);
}
