import type { VoiceLlm } from '@tendril/contract/voice/voice-agent';
import type { DBSchema } from 'idb';
import { browserDatabase } from '../../../kit/lib/browser-database.ts';
import { takeRenamed } from '../../../kit/lib/take-renamed.ts';
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

/** Until version 1 the key was called `deskId`. */
const version = 2;

const open = browserDatabase<Schema>('tendril-voice-edits', version, async (database, change) => {
  const kept = await takeRenamed(database, change, { store: 'edits', from: 'deskId', to: 'editorId' });
  const edits = database.createObjectStore('edits', { keyPath: 'editorId' });
  edits.createIndex('llmId', 'llmId');
  for (const record of kept) await edits.put(record as unknown as KeptEdits);
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
