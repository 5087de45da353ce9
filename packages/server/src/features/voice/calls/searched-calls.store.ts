import type { SqlBool } from 'kysely';
import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import { comparableNumber } from '../../../platform/db/comparable-number.ts';
import type { Database, Schema } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { saidIn, toolIn } from './transcript-tests.ts';

/** What a column of a call has to be. */
export type ColumnTest =
  | { op: 'in'; value: readonly string[] }
  | { op: 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'; value: number | string }
  | { op: 'sw' | 'ew' | 'co'; value: string }
  | { op: 'bt'; value: readonly [number, number] };

type TestedColumn =
  | 'id'
  | 'status'
  | 'kind'
  | 'channel'
  | 'direction'
  | 'disconnectionReason'
  | 'fromNumber'
  | 'toNumber'
  | 'agentName'
  | 'durationMs'
  | 'startedAt'
  | 'endedAt'
  | 'createdAt'
  | 'costUsd'
  | 'e2eP50Ms'
  | 'isSuccessful';

/** Which calls to find. */
export interface CallSearch {
  kinds?: readonly CallTable['kind'][];
  /** Of any of these agents, each in one of its versions if some are given. */
  agents?: readonly { agentId: string; versions?: readonly number[] | undefined }[];
  tests: readonly (ColumnTest & { column: TestedColumn })[];
  /** At either end of the line. */
  number?: string;
  /** Digits of a number at either end. */
  digits?: string;
  /** As the analysis found it. */
  sentiment?: string;
  /** Part of the id, a number or the agent's name. */
  words?: string;
  /** Words of either side. */
  said?: string;
  /** Name of a function that was called. */
  tool?: string;
  /** Only these. */
  ids?: readonly string[];
  isAscending?: boolean;
  /** Goes on behind this call; without an id, behind all of its time. */
  after?: CallPlace;
}

/** Where a call stands among the others. */
export interface CallPlace {
  createdAt: number;
  id?: string | undefined;
}

const signs = { eq: '=', ne: '!=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const;
const wordColumns = ['id', 'fromNumber', 'toNumber', 'agentName'] as const;

/** Finds calls by their columns. */
export function searchedCallStore(db: Database) {
  const search = (scope: Scope, asked: CallSearch) => searched(db, scope, asked);

  return {
    /** When the newest call was made that is behind `count` others, from a moment backwards; undefined where none is. */
    async newestBehind(
      { workspaceId }: Scope,
      count: number,
      until: number = Number.MAX_SAFE_INTEGER,
    ): Promise<number | undefined> {
      const row = await db
        .selectFrom('call')
        .select('createdAt')
        .where('workspaceId', '=', workspaceId)
        .where('createdAt', '<=', until)
        .orderBy('createdAt', 'desc')
        .offset(count)
        .limit(1)
        .executeTakeFirst();
      return row && Number(row.createdAt);
    },

    page(scope: Scope, asked: CallSearch, { limit, skip = 0 }: { limit: number; skip?: number }) {
      const { isAscending = false, after } = asked;
      let rows = search(scope, asked)
        .selectAll()
        .orderBy('createdAt', isAscending ? 'asc' : 'desc')
        .orderBy('id', isAscending ? 'asc' : 'desc')
        .limit(limit);
      if (skip > 0) rows = rows.offset(skip);
      const sign = isAscending ? '>' : '<';
      if (after)
        rows = rows.where((call) =>
          call.or([
            call('createdAt', sign, after.createdAt),
            ...(after.id === undefined
              ? []
              : [call.and([call('createdAt', '=', after.createdAt), call('id', sign, after.id)])]),
          ]),
        );
      return rows.execute();
    },

    async count(scope: Scope, asked: CallSearch): Promise<number> {
      const row = await search(scope, asked)
        .select((call) => call.fn.countAll<number>().as('count'))
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },
  };
}

/** The calls that a search asks for, in no order. */
function searched(db: Database, { workspaceId }: Scope, asked: CallSearch) {
  const { kinds, agents, tests, number, digits, sentiment, words, said, tool, ids } = asked;
  let rows = db.selectFrom('call').where('workspaceId', '=', workspaceId);
  if (kinds) rows = rows.where('kind', 'in', kinds);
  if (agents) rows = rows.where((call) => call.or(agents.map((agent) => ofAgent(call, agent))));
  for (const test of tests) rows = rows.where((call) => hold(call, test));
  if (number !== undefined)
    rows = rows.where((call) => call.or([call('fromNumber', '=', number), call('toNumber', '=', number)]));
  if (digits !== undefined)
    rows = rows.where((call) =>
      call.or(
        (['fromNumber', 'toNumber'] as const).map((column) => like(column, { op: 'co', value: digits })),
      ),
    );
  if (sentiment !== undefined) rows = rows.where(sentimentOf(db), '=', sentiment);
  if (ids) rows = rows.where('id', 'in', ids.length > 0 ? ids : ['']);
  if (said) rows = rows.where(saidIn(db, said));
  if (tool) rows = rows.where(toolIn(db, tool));
  if (words)
    rows = rows.where((call) =>
      call.or(wordColumns.map((column) => like(column, { op: 'co', value: words }))),
    );
  return rows;
}

type Builder = ExpressionBuilder<Schema, 'call'>;

/** What a call's analysis says of the caller's mood; null while there is none. */
function sentimentOf(db: Database) {
  const analysis = sql.ref('analysis');
  return isPostgres(db)
    ? sql<string | null>`(${analysis}::jsonb ->> 'userSentiment')`
    : sql<string | null>`json_extract(${analysis}, '$.userSentiment')`;
}

function ofAgent(
  call: Builder,
  { agentId, versions }: { agentId: string; versions?: readonly number[] | undefined },
): Expression<SqlBool> {
  const own = call('agentId', '=', agentId);
  return versions ? call.and([own, call('agentVersion', 'in', versions.map(comparableNumber))]) : own;
}

function hold(call: Builder, test: CallSearch['tests'][number]): Expression<SqlBool> {
  const { column } = test;
  if (test.op === 'in')
    return test.value.length === 0 ? sql<SqlBool>`1 = 0` : call(column, 'in', [...test.value]);
  if (test.op === 'bt')
    return call.and([
      call(column, '>=', comparableNumber(test.value[0])),
      call(column, '<=', comparableNumber(test.value[1])),
    ]);
  if (test.op === 'sw' || test.op === 'ew' || test.op === 'co') return like(column, test);
  const { value } = test;
  return call(column, signs[test.op], typeof value === 'number' ? comparableNumber(value) : value);
}

/** In any case of letters, and literally. */
function like(column: string, { op, value }: { op: 'sw' | 'ew' | 'co'; value: string }): Expression<SqlBool> {
  const escaped = value.toLowerCase().replace(/[\\%_]/g, '\\$&');
  const pattern = `${op === 'sw' ? '' : '%'}${escaped}${op === 'ew' ? '' : '%'}`;
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
}
