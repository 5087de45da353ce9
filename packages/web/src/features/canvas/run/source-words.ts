import type { RunSummary } from '@tendril/contract/api/runs';

/** Labels for the source of a run; the keys are text keys of the trace. */
export const sourceWords = {
  canvas: 'sourceCanvas',
  chat: 'sourceChat',
  api: 'sourceApi',
  mcp: 'sourceMcp',
  call: 'sourceCall',
  form: 'sourceForm',
  webhook: 'sourceWebhook',
  schedule: 'sourceSchedule',
} as const satisfies Record<RunSummary['source'], string>;
