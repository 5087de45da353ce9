import type { Query } from '@tendril/contract/api/endpoint';
import type { listRuns } from '@tendril/contract/api/runs';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { mostSearched } from '../../../platform/db/search/common-text.ts';
import { holdsText, mayHold } from '../../../platform/db/search/text-match.ts';

interface RunFilter extends Omit<Query<typeof listRuns>, 'page' | 'limit'> {
  /** The node took part in few runs: they are looked up, instead of asking each run whether it did. */
  isRare?: boolean;
  /** The search is only of runs that started then or later. */
  searchFrom?: number | undefined;
}

/** Lists count no further: what is beyond is not read by anybody. */
const mostCounted = 10_000;
/** Events of a node up to which its runs are few. */
const fewEvents = 5000;

function filtered(db: Database, scope: Scope, flowId: string, filter: RunFilter) {
  const { status, source, search, nodeId } = filter;
  let runs = db.selectFrom('run').where('workspaceId', '=', scope.workspaceId).where('flowId', '=', flowId);
  if (status) runs = runs.where('status', '=', status);
  if (source) runs = runs.where('source', '=', source);
  if (search) {
    const indexed = mayHold(db, 'run', sql.ref('run.id'), search);
    if (filter.searchFrom !== undefined) runs = runs.where('startedAt', '>=', filter.searchFrom);
    else if (indexed) runs = runs.where(indexed);
    runs = runs.where((run) => run.or([holdsText('question', search), holdsText('answer', search)]));
  }
  if (nodeId && filter.isRare)
    runs = runs.where('run.id', 'in', ({ selectFrom }) =>
      selectFrom('event')
        .select('event.runId')
        .where('event.workspaceId', '=', scope.workspaceId)
        .where('event.nodeId', '=', nodeId),
    );
  else if (nodeId)
    runs = runs.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('event')
          .select('event.runId')
          .where('event.workspaceId', '=', scope.workspaceId)
          .where('event.nodeId', '=', nodeId)
          .whereRef('event.runId', '=', 'run.id'),
      ),
    );
  return runs;
}

function pageOf(db: Database, scope: Scope, flowId: string, filter: RunFilter) {
  return filtered(db, scope, flowId, filter).selectAll().orderBy('startedAt', 'desc').orderBy('id', 'desc');
}

function countOf(db: Database, scope: Scope, flowId: string, filter: RunFilter) {
  const some = filtered(db, scope, flowId, filter).select('run.startedAt').limit(mostCounted);
  return db.selectFrom(some.as('some')).select((run) => run.fn.countAll<number>().as('count'));
}

/** What a page of the runs of a flow, and their total, are read by. */
export function runListQueries(db: Database, scope: Scope, flowId: string, filter: RunFilter) {
  return [pageOf(db, scope, flowId, filter).limit(20), countOf(db, scope, flowId, filter)];
}

/** Lists of a flow's runs. */
export function runListStore(db: Database) {
  return {
    page: (scope: Scope, flowId: string, filter: RunFilter, offset: number, limit: number) =>
      pageOf(db, scope, flowId, filter).offset(offset).limit(limit).execute(),

    /** How many match, up to `mostCounted`. */
    async count(scope: Scope, flowId: string, filter: RunFilter): Promise<number> {
      const row = await countOf(db, scope, flowId, filter).executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    /** When the earliest run was started that a search for common words looks at; undefined where there are no others. */
    async searchBound(scope: Scope, flowId: string): Promise<number | undefined> {
      const row = await filtered(db, scope, flowId, {})
        .select('startedAt')
        .orderBy('startedAt', 'desc')
        .offset(mostSearched)
        .limit(1)
        .executeTakeFirst();
      return row && Number(row.startedAt);
    },

    /** Whether a node, in all flows, has emitted so few events that its runs can be looked up. */
    async isRareNode({ workspaceId }: Scope, nodeId: string): Promise<boolean> {
      const some = db
        .selectFrom('event')
        .select('runId')
        .where('workspaceId', '=', workspaceId)
        .where('nodeId', '=', nodeId)
        .limit(fewEvents);
      const row = await db
        .selectFrom(some.as('some'))
        .select((event) => event.fn.countAll<number>().as('count'))
        .executeTakeFirst();
      return Number(row?.count ?? 0) < fewEvents;
    },
  };
}
