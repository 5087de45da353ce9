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

/** The same rule where the database has to filter and count. */
export const statusConditions: Record<FlowStatus, RawBuilder<boolean>> = {
  never: sql<boolean>`"publishedVersionId" is null`,
  live: sql<boolean>`"publishedVersionId" = "draftVersionId"`,
  draft: sql<boolean>`"publishedVersionId" <> "draftVersionId"`,
};
