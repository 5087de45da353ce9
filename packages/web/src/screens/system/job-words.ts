import { systemTexts } from '../../kit/texts/en/system.ts';
import { say } from '../../kit/texts/texts.ts';

const kinds = {
  'age-purge': 'jobPurge',
  'batch-call': 'jobBatch',
  'call-analysis': 'jobAnalysis',
  'call-lapse': 'jobLapse',
  'document-store-process': 'jobProcess',
  'document-store-upsert': 'jobUpsert',
  erasure: 'jobErasure',
  'flow-delivery': 'jobDelivery',
  'flow-firing': 'jobFiring',
  'flow-schedule': 'jobSchedule',
  'old-alerts': 'jobOldAlerts',
  'old-firings': 'jobOldRecords',
  'old-webhooks': 'jobOldRecords',
  simulation: 'jobSimulation',
  'webhook-delivery': 'jobWebhook',
  'workspace-import': 'jobImport',
} as const;

/** What a job does, in words; the name of its kind where there are none. */
export function jobWords(kind: string): string {
  return Object.hasOwn(kinds, kind) ? say(systemTexts, kinds[kind as keyof typeof kinds]) : kind;
}
