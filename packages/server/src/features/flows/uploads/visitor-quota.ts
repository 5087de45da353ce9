import { AppError } from '@tendril/contract/app-error';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { WorkspaceLimits } from '../../../platform/limits/workspace-limits.ts';

const megabyte = 1024 * 1024;
const dayMs = 86_400_000;
const mostVisitors = 50_000;

/** A visitor's place among the files of a flow. */
export interface VisitorPlace extends Scope {
  readonly flowId: string;
  /** Where the visitor comes from. */
  readonly visitor: string;
}

/** What visitors of a public flow may still store there: each of them in a day, and all chats of the flow together. */
export function createVisitorQuota(db: Database, limits: WorkspaceLimits) {
  const sent = new Map<string, { workspaceId: string; bytes: number; until: number }>();
  limits.measure('visitorFilesMb', ({ workspaceId }) => {
    const own = [...sent.values()].filter((one) => one.workspaceId === workspaceId && one.until > Date.now());
    return Math.round((own.reduce((most, { bytes }) => Math.max(most, bytes), 0) / megabyte) * 10) / 10;
  });
  const keyOf = ({ flowId, visitor }: VisitorPlace) => JSON.stringify([flowId, visitor]);

  async function leftOfFlow({ workspaceId, flowId }: VisitorPlace, flowChatFilesMb: number): Promise<number> {
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

  function leftOfVisitor(place: VisitorPlace, visitorFilesMb: number): number {
    if (visitorFilesMb === 0) return Number.POSITIVE_INFINITY;
    const known = sent.get(keyOf(place));
    return visitorFilesMb * megabyte - (known && known.until > Date.now() ? known.bytes : 0);
  }

  return {
    /**
     * Bytes that are left. Throws TOO_MANY_REQUESTS for a visitor who has used up the daily share, TOO_LARGE when the
     * flow is full.
     */
    async bytesLeft(place: VisitorPlace): Promise<number> {
      const { visitorFilesMb, flowChatFilesMb } = await limits.of(place);
      const own = leftOfVisitor(place, visitorFilesMb);
      if (own <= 0)
        throw new AppError(
          'TOO_MANY_REQUESTS',
          `You have reached the limit of ${visitorFilesMb} MB of files per visitor and day.`,
        );
      const flow = await leftOfFlow(place, flowChatFilesMb);
      if (flow <= 0)
        throw new AppError('TOO_LARGE', 'The file storage limit for this flow’s chats has been reached.');
      return Math.min(own, flow);
    },

    note(place: VisitorPlace, bytes: number): void {
      const now = Date.now();
      const key = keyOf(place);
      const known = sent.get(key);
      if (known && known.until > now) known.bytes += bytes;
      else sent.set(key, { workspaceId: place.workspaceId, bytes, until: now + dayMs });
      if (sent.size <= mostVisitors) return;
      for (const [other, { until }] of sent) if (until <= now || sent.size > mostVisitors) sent.delete(other);
    },
  };
}
