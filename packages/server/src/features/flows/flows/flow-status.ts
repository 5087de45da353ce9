import type { FlowSummary } from '@tendril/contract/api/flows';
import { type RawBuilder, sql } from 'kysely';

export type FlowStatus = FlowSummary['status'];

/** A flow's status: `never` published, `live` as published, or `draft` with edits after the published version. */
export function statusOf(flow: {
  publishedVersionId: string | null;
  draftVersionId: string | null;
}): FlowStatus {
  if (flow.publishedVersionId === null) return 'never';
  return flow.publishedVersionId === flow.draftVersionId ? 'live' : 'draft';
}

/** The condition for the database to filter and count by: a flow with edits after its published version is live too. */
export const statusConditions: Record<FlowStatus, RawBuilder<boolean>> = {
  never: sql<boolean>`"publishedVersionId" is null`,
  live: sql<boolean>`"publishedVersionId" is not null`,
  draft: sql<boolean>`"publishedVersionId" <> "draftVersionId"`,
};
