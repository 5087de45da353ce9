import type { RunSummary } from '@tendril/contract/api/runs';

/** The words for where a run was asked; the keys are sentences of the trace. */
export const sourceWords = {
  canvas: 'sourceCanvas',
  chat: 'sourceChat',
  api: 'sourceApi',
  mcp: 'sourceMcp',
  call: 'sourceCall',
} as const satisfies Record<RunSummary['source'], string>;
