import { randomUUID } from 'node:crypto';
import { type BatchCallSettings, batchCallSettings, mostContacts } from '@tendril/contract/api/batch-calls';
import { AppError } from '@tendril/contract/app-error';
import type { BatchCallTable, BatchContactTable } from '../../../platform/db/batch-call-tables.ts';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ContactGiven } from './batch-row.ts';

/** Somebody to be called. */
export interface NewContact extends ContactGiven {
  phoneNumber: string;
  /** That of the batch when absent. */
  timezone?: string | undefined;
}

/** What a batch is made of, from any API. */
export interface NewBatch extends BatchCallSettings {
  name: string;
  fromNumber: string;
  agentId?: string | undefined;
  version?: string | undefined;
  scheduledAt?: number | undefined;
  contacts: readonly NewContact[];
}

/** A batch and its contacts as rows. Throws INVALID_INPUT without contacts, TOO_LARGE with too many. */
export function newBatchRows(
  { workspaceId }: Scope,
  asked: NewBatch,
): { batch: BatchCallTable; contacts: BatchContactTable[] } {
  if (asked.contacts.length === 0) throw new AppError('INVALID_INPUT', 'The list has nobody to call.');
  if (asked.contacts.length > mostContacts)
    throw new AppError('TOO_LARGE', `A batch can have up to ${mostContacts.toLocaleString('en')} contacts.`);
  const now = Date.now();
  const scheduledAt = asked.scheduledAt ?? now;
  const { name, fromNumber, agentId = null, version = 'live', contacts, ...settings } = asked;
  const batch: BatchCallTable = {
    ...{
      id: mintOrderedId(now),
      workspaceId,
      name: storable(name),
      state: 'scheduled',
      fromNumber,
      agentId,
      version,
    },
    settings: JSON.stringify(batchCallSettings.parse(settings)),
    ...{ pauseReason: null, refusals: 0, scheduledAt, createdAt: now, updatedAt: now, endedAt: null },
  };
  const rows = contacts.map(({ phoneNumber, timezone = settings.timezone, ...given }, position) => ({
    ...{ id: randomUUID(), workspaceId, batchId: batch.id, position, phoneNumber, timezone },
    ...{ state: 'pending' as const, outcome: null, error: null, attempts: 0, nextAt: scheduledAt },
    ...{ callId: null, ownerId: null, tries: '[]', given: JSON.stringify(given), updatedAt: now },
  }));
  return { batch, contacts: rows };
}

const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();
