import type { RunAction } from '@tendril/contract/run-event';
import * as z from 'zod';

const text = z.string().catch('');

const action = z.object({
  id: z.string(),
  mapping: z
    .object({
      approve: text,
      reject: text,
      toolCalls: z.array(z.object({ id: text, name: text, args: z.unknown() })).catch([]),
    })
    .catch({ approve: '', reject: '', toolCalls: [] }),
  elements: z
    .array(z.object({ type: z.enum(['approve-button', 'reject-button']), label: z.string() }))
    .catch([]),
  data: z
    .object({ nodeId: text, nodeLabel: text, input: text })
    .catch({ nodeId: '', nodeLabel: '', input: '' }),
});

/** What a waiting run asks, as it was stored or sent; undefined where it is nothing of the kind. */
export function readAction(stored: unknown): RunAction | undefined {
  return action.safeParse(stored).data;
}
