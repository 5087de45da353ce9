import type { FlowSummary } from '@tendril/contract/api/flows';
import { type RawBuilder, sql } from 'kysely';

export type FlowStatus = FlowSummary['status'];

/** Where a flow stands: `never` published, `live` as published, or `draft` edits after the published version. */
export function statusOf(flow: {
  publishedVersionId: string | null;
  draftVersionId: string | null;
}): FlowStatus {
  if (flow.publishedVersionId === null) return 'never';
  return flow.publishedVersionId === flow.draftVersionId ? 'live' : 'draft';
}

/** Where the database has to filter and count: a flow with edits after its published version is live too. */
export const statusConditions: Record<FlowStatus, RawBuilder<boolean>> = {
  never: sql<boolean>`"publishedVersionId" is null`,
  live: sql<boolean>`"publishedVersionId" is not null`,
  draft: sql<boolean>`"publishedVersionId" <> "draftVersionId"`,
};
