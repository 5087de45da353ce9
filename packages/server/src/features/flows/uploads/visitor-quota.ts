import { AppError } from '@tendril/contract/app-error';
import { sql } from 'kysely';
import type { Config } from '../../../platform/config.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

const megabyte = 1024 * 1024;
const dayMs = 86_400_000;
const mostVisitors = 50_000;

type Limits = Pick<Config, 'visitorFilesMb' | 'flowChatFilesMb'>;

/** A visitor, as the owner of files in a flow. */
export interface VisitorPlace extends Scope {
  readonly flowId: string;
  /** Where the visitor comes from. */
  readonly visitor: string;
}

/** How much visitors of a public flow may still store there: each per day, and all chats of the flow together. */
export function createVisitorQuota(db: Database, { visitorFilesMb, flowChatFilesMb }: Limits) {
  const sent = new Map<string, { bytes: number; until: number }>();
  const keyOf = ({ flowId, visitor }: VisitorPlace) => JSON.stringify([flowId, visitor]);

  async function leftOfFlow({ workspaceId, flowId }: VisitorPlace): Promise<number> {
    if (flowChatFilesMb === 0) return Number.POSITIVE_INFINITY;
    const row = await db
      .selectFrom('file')
      .select((file) => file.fn.sum<number | null>('size').as('total'))
      .where('workspaceId', '=', workspaceId)
      .where('ownerKind', '=', 'chat')
      // Ids may hold "_", which is a LIKE wildcard.
      .where(sql<boolean>`${sql.ref('ownerId')} like ${`${flowId.replaceAll('_', '\\_')}/%`} escape '\\'`)
      .executeTakeFirst();
    return flowChatFilesMb * megabyte - Number(row?.total ?? 0);
  }

  function leftOfVisitor(place: VisitorPlace): number {
    if (visitorFilesMb === 0) return Number.POSITIVE_INFINITY;
    const known = sent.get(keyOf(place));
    return visitorFilesMb * megabyte - (known && known.until > Date.now() ? known.bytes : 0);
  }

  return {
    /**
     * Bytes that are left. Throws TOO_MANY_REQUESTS for a visitor who has used up the daily share, TOO_LARGE when the
     * flow is full.
     */
    async room(place: VisitorPlace): Promise<number> {
      const own = leftOfVisitor(place);
      if (own <= 0)
        throw new AppError(
          'TOO_MANY_REQUESTS',
          `You have sent the ${visitorFilesMb} MB of files that one visitor may send in a day.`,
        );
      const flow = await leftOfFlow(place);
      if (flow <= 0)
        throw new AppError('TOO_LARGE', 'The chats of this flow keep as many files as they may.');
      return Math.min(own, flow);
    },

    note(place: VisitorPlace, bytes: number): void {
      const now = Date.now();
      const key = keyOf(place);
      const known = sent.get(key);
      if (known && known.until > now) known.bytes += bytes;
      else sent.set(key, { bytes, until: now + dayMs });
      if (sent.size <= mostVisitors) return;
      for (const [other, { until }] of sent) if (until <= now || sent.size > mostVisitors) sent.delete(other);
    },
  };
}
