import type { Answer, Query } from '@tendril/contract/api/endpoint';
import type { listPastAlerts } from '@tendril/contract/api/system';
import { cutPage, readCursor } from '../../../platform/db/page-place.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { alertStore } from './alerts.store.ts';

/** The history of alerts, page by page. */
export async function pagePastAlerts(
  db: Database,
  { cursor, limit }: Query<typeof listPastAlerts>,
): Promise<Answer<typeof listPastAlerts>> {
  const found = await alertStore(db).listEnded(readCursor(cursor), limit + 1);
  const { rows, next } = cutPage(found, limit, ({ endedAt }) => endedAt);
  return { data: rows.map((row) => ({ ...row, process: row.process || null })), next };
}
