import { AppError } from '@tendril/contract/app-error';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { VoiceAgentTable, VoiceLlmTable } from '../../../platform/db/voice-tables.ts';
import { voiceAgentStore } from './voice-agents.store.ts';
import { voiceLlmStore } from './voice-llms.store.ts';

type Db = Database | DatabaseTransaction;

/** Throws NOT_FOUND. */
export async function findAgent(db: Db, scope: Scope, id: string): Promise<VoiceAgentTable> {
  const row = await voiceAgentStore(db).find(scope, id);
  if (!row) throw missingAgent();
  return row;
}

/** Locks the agent for a transaction that changes it. Throws NOT_FOUND. */
export async function lockAgent(
  trx: DatabaseTransaction,
  scope: Scope,
  id: string,
): Promise<VoiceAgentTable> {
  const row = await voiceAgentStore(trx).findForChange(scope, id);
  if (!row) throw missingAgent();
  return row;
}

/** Throws NOT_FOUND. */
export async function findLlm(db: Db, scope: Scope, id: string): Promise<VoiceLlmTable> {
  const row = await voiceLlmStore(db).find(scope, id);
  if (!row) throw missingLlm();
  return row;
}

/** Locks the record for a transaction that changes it. Throws NOT_FOUND. */
export async function lockLlm(trx: DatabaseTransaction, scope: Scope, id: string): Promise<VoiceLlmTable> {
  const row = await voiceLlmStore(trx).findForChange(scope, id);
  if (!row) throw missingLlm();
  return row;
}

function missingAgent(): AppError {
  return new AppError('NOT_FOUND', 'Voice agent not found.');
}

function missingLlm(): AppError {
  return new AppError('NOT_FOUND', 'LLM record not found.');
}
