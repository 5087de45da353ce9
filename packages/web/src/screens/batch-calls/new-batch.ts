import type { createBatchCall } from '@tendril/contract/api/batch-calls';
import type { SentBody } from '@tendril/contract/api/endpoint';
import type { OpenRow } from '@tendril/contract/voice/open-hours';

/** A batch call as its form has it. */
export interface NewBatch {
  name: string;
  fromNumber: string;
  agentId: string;
  csv: string;
  phoneColumn: string;
  skipsFaulty: boolean;
  /** As the field of the browser has it; empty: at once. */
  beginsAt: string;
  timezone: string;
  /** Null: at any time. */
  windows: OpenRow[] | null;
  tries: number;
  afterMinutes: number;
  outcomes: RetriedOutcome[];
  concurrency: number;
  reserved: number;
  hasConsent: boolean;
}

/** After what a contact may be tried again. */
export const retriedOutcomes = ['no_answer', 'busy', 'voicemail', 'failed'] as const;
type RetriedOutcome = (typeof retriedOutcomes)[number];

/** A form that nothing has been filled in. */
export function emptyBatch(): NewBatch {
  return {
    ...{ name: '', fromNumber: '', agentId: '', csv: '', phoneColumn: '', skipsFaulty: false, beginsAt: '' },
    ...{ timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, windows: usualWindows },
    ...{ tries: 0, afterMinutes: 60, outcomes: ['no_answer', 'busy'], concurrency: 5, reserved: 0 },
    hasConsent: false,
  };
}

/** When people do not mind a call. */
export const usualWindows: OpenRow[] = [
  { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '18:00' },
];

/** What is missing first; undefined when the form can be sent. */
export function missingOf(
  batch: NewBatch,
): 'nameNeeded' | 'numberNeeded' | 'fileNeeded' | 'confirmNeeded' | undefined {
  if (batch.name.trim() === '') return 'nameNeeded';
  if (batch.fromNumber === '') return 'numberNeeded';
  if (batch.csv === '') return 'fileNeeded';
  return batch.hasConsent ? undefined : 'confirmNeeded';
}

/** The request that a form makes. */
export function toRequest(batch: NewBatch): SentBody<typeof createBatchCall> {
  const { name, fromNumber, agentId, csv, phoneColumn, skipsFaulty, timezone, concurrency, reserved } = batch;
  return {
    ...{ name: name.trim(), fromNumber, csv, skipsFaulty, timezone, concurrency, reserved },
    ...(agentId !== '' && { agentId }),
    ...(phoneColumn !== '' && { phoneColumn }),
    ...(batch.beginsAt !== '' && { scheduledAt: new Date(batch.beginsAt).getTime() }),
    windows: batch.windows ?? [],
    retries: {
      ...{ most: batch.tries, afterMs: Math.max(1, batch.afterMinutes) * 60_000, outcomes: batch.outcomes },
    },
    hasConsent: true,
  };
}
