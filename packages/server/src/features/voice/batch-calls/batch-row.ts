import {
  type BatchCall,
  type BatchCallSettings,
  type BatchContact,
  batchCallSettings,
  contactStates,
} from '@tendril/contract/api/batch-calls';
import type { BatchCallTable, BatchContactTable } from '../../../platform/db/batch-call-tables.ts';
import type { ContactCounts } from './batch-calls.store.ts';

/** With what the calls of a contact are placed. */
export interface ContactGiven {
  variables: Record<string, string>;
  metadata: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Another agent than that of the batch. */
  agentId?: string;
  version?: string;
}

export function readSettings({ settings }: Pick<BatchCallTable, 'settings'>): BatchCallSettings {
  return batchCallSettings.parse(JSON.parse(settings));
}

export function readGiven({ given }: Pick<BatchContactTable, 'given'>): ContactGiven {
  return { variables: {}, metadata: {}, ...(JSON.parse(given) as Partial<ContactGiven>) };
}

/** A batch as the API shows it. */
export function toBatch(row: BatchCallTable, counts: ContactCounts = {}): BatchCall {
  const { id, name, state, pauseReason, fromNumber, agentId, version } = row;
  const { scheduledAt, createdAt, endedAt } = row;
  return {
    ...{ id, name, state, pauseReason, fromNumber, agentId, version, scheduledAt, createdAt, endedAt },
    ...readSettings(row),
    counts: Object.fromEntries(contactStates.map((one) => [one, counts[one] ?? 0])) as BatchCall['counts'],
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
  };
}

/** A contact as the API shows it. */
export function toContact(row: BatchContactTable): BatchContact {
  const { id, position, phoneNumber, timezone, state, outcome, error, attempts, nextAt, tries } = row;
  return {
    ...{ id, position, phoneNumber, timezone, state, outcome, error, attempts, nextAt },
    callIds: JSON.parse(tries) as string[],
    variables: readGiven(row).variables,
  };
}
