import type { VoiceLlm } from '@tendril/contract/voice/voice-agent';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { EditedField, LlmEdits } from './llm-edits.ts';

/** Edits of one open editor that the server does not have yet. */
export interface KeptEdits {
  /** One open editor writes one record. */
  deskId: string;
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

let opening: Promise<IDBPDatabase<Schema>> | undefined;

/** Async as a whole: a browser that forbids storage throws before there is any promise. */
async function openAnew(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>('tendril-voice-edits', 1, {
    upgrade(database) {
      database.createObjectStore('edits', { keyPath: 'deskId' }).createIndex('llmId', 'llmId');
    },
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      opening = undefined;
    },
    terminated: () => {
      opening = undefined;
    },
  });
}

function open(): Promise<IDBPDatabase<Schema>> {
  if (opening) return opening;
  const begun = openAnew();
  opening = begun;
  // The next try opens anew: private windows and full disks may change their mind.
  begun.catch(() => {
    opening = undefined;
  });
  return begun;
}

/** Writes or replaces what one editor keeps; rejects when the device takes nothing. */
export async function keepEdits(record: KeptEdits): Promise<void> {
  await (await open()).put('edits', record);
}

/** Forgets what an editor kept: the server has it, or somebody gave it up. */
export async function forgetEdits(deskId: string): Promise<void> {
  await (await open()).delete('edits', deskId);
}

/** What this device keeps of a person for one LLM record, oldest first. */
export async function findEdits(user: string, llmId: string): Promise<KeptEdits[]> {
  const records = await (await open()).getAllFromIndex('edits', 'llmId', llmId);
  return records.filter((record) => record.user === user).toSorted((one, other) => one.at - other.at);
}
