import { createHash } from 'node:crypto';
import type { RunContext } from '@tendril/contract/node/run-context';

/** The key of a piece of work, for others that carry out once what is sent again. Ids may hold what no header can. */
export function onceKey({ idempotencyKey }: Pick<RunContext, 'idempotencyKey'>): string {
  return createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32);
}
