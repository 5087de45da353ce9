import { type RetentionKind, retentionKinds } from '@tendril/contract/api/data-retention';
import type { Config } from '../../../platform/config.ts';
import type { OwnDays } from './retention.store.ts';

/** Starts and webhook deliveries are there to be looked at and repeated, not to be kept. */
const shortDays = 30;

/** What the server is set up for: days for which each kind is kept at most, 0 for ever. */
export function serverDays({ eventRetentionDays }: Pick<Config, 'eventRetentionDays'>) {
  return {
    events: eventRetentionDays,
    runs: 0,
    messages: 0,
    calls: 0,
    batches: 0,
    starts: shortDays,
    deliveries: shortDays,
  } satisfies Record<RetentionKind, number>;
}

/** What holds in a workspace: the shorter of its own setting and the server's. */
export function retentionDays(
  own: OwnDays,
  most: Readonly<Record<RetentionKind, number>>,
): Record<RetentionKind, number> {
  const entries = retentionKinds.map((kind) => {
    const days = own[kind] ?? 0;
    return [kind, days === 0 || most[kind] === 0 ? days || most[kind] : Math.min(days, most[kind])] as const;
  });
  return Object.fromEntries(entries) as Record<RetentionKind, number>;
}
