import type { Answer, Query } from '@tendril/contract/api/endpoint';
import type { listPastAlerts } from '@tendril/contract/api/system';
import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../../../platform/db/schema.ts';
import { type AlertPlace, alertStore } from './alerts.store.ts';

function readCursor(text: string | undefined): AlertPlace | undefined {
  if (text === undefined) return undefined;
  const [at = '', id = ''] = text.split(' ', 2);
  if (!/^\d{1,15}$/.test(at)) throw new AppError('INVALID_INPUT', 'cursor: is none of this list');
  return { endedAt: Number(at), id };
}

/** The history of alerts, page by page. */
export async function pagePastAlerts(
  db: Database,
  { cursor, limit }: Query<typeof listPastAlerts>,
): Promise<Answer<typeof listPastAlerts>> {
  const found = await alertStore(db).listEnded(readCursor(cursor), limit + 1);
  const data = found.slice(0, limit).map((row) => ({ ...row, process: row.process || null }));
  const last = found.length > limit ? data.at(-1) : undefined;
  return { data, next: last ? `${last.endedAt} ${last.id}` : null };
}
