import type { Call } from '@tendril/contract/api/calls';
import type { HeavyReads } from '../../../platform/db/readers/heavy-reads.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { callsThatMayHold, type SoughtText } from '../../../platform/db/search/calls-that-may-hold.ts';
import { mostSearched } from '../../../platform/db/search/common-text.ts';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { type CallSearch, searchedCallStore } from './searched-calls.store.ts';
import { soughtTool, soughtWords } from './transcript-tests.ts';

/** A call that was found, and whether its agent stores no sensitive data. */
export interface FoundCall {
  call: Call;
  isPrivate: boolean;
}

interface SearchRequest extends CallSearch {
  limit: number;
  skip?: number;
  /** What columns cannot answer; read of each call that they admit. */
  holds?: ((call: Call) => boolean) | undefined;
  includeTotal?: boolean;
}

interface FoundCalls {
  calls: FoundCall[];
  hasMore: boolean;
  total?: number;
  /** What was searched for is so common that only the newest calls were looked through. */
  isPartial?: true;
}

/** Calls that are looked at together. */
const batchSize = 200;
/** Looking through the transcripts of more than these takes longer than a list may. */
const mostLikely = 400;

/** Finds calls by what their columns and their contents say, newest first unless asked otherwise. */
export function callSearch(reads: HeavyReads, answer: (row: CallTable) => Call) {
  const found = (row: CallTable): FoundCall => ({ call: answer(row), isPrivate: row.isPrivate === 1 });

  return async (scope: Scope, asked: SearchRequest): Promise<FoundCalls> => {
    const db = reads.of(scope);
    const store = searchedCallStore(db);
    const { limit, skip = 0, holds, includeTotal } = asked;
    if (!holds) {
      const size = { limit: limit + 1, skip };
      const { rows, ...partial } =
        soughtIn(asked).length > 0
          ? await pageOfSought(db, scope, asked, size)
          : { rows: await store.page(scope, asked, size) };
      const total = includeTotal ? { total: await store.count(scope, asked) } : {};
      return { calls: rows.slice(0, limit).map(found), hasMore: rows.length > limit, ...total, ...partial };
    }
    const calls: FoundCall[] = [];
    for await (const one of scan(store, scope, asked)) {
      if (!holds(one.call)) continue;
      calls.push(one);
      if (calls.length > skip + limit) break;
    }
    const shown = calls.slice(skip, skip + limit);
    const total = includeTotal ? { total: await countScanned(store, scope, asked) } : {};
    return { calls: shown, hasMore: calls.length > skip + limit, ...total };
  };

  async function* scan(
    store: ReturnType<typeof searchedCallStore>,
    scope: Scope,
    asked: CallSearch,
  ): AsyncGenerator<FoundCall> {
    let after = asked.after;
    for (;;) {
      const rows = await store.page(
        scope,
        { ...asked, ...(after !== undefined && { after }) },
        { limit: batchSize },
      );
      yield* rows.map(found);
      if (rows.length < batchSize) return;
      after = rows.at(-1);
    }
  }

  /** A total is of all pages, wherever this one begins. */
  async function countScanned(
    store: ReturnType<typeof searchedCallStore>,
    scope: Scope,
    { after: _, ...asked }: SearchRequest,
  ): Promise<number> {
    let count = 0;
    for await (const { call } of scan(store, scope, asked)) if (asked.holds?.(call)) count += 1;
    return count;
  }
}

/** Texts that are searched in transcripts. */
function soughtIn({ said, tool }: CallSearch): SoughtText[] {
  return [...(said ? [soughtWords(said)] : []), ...(tool ? [soughtTool(tool)] : [])];
}

/**
 * A page of a search of transcripts. What many calls hold is found among the next ones; the index, which takes long for
 * that, is asked for the rest.
 */
async function pageOfSought(
  db: Database,
  scope: Scope,
  asked: CallSearch,
  size: { limit: number; skip: number },
): Promise<{ rows: CallTable[]; isPartial?: true }> {
  const store = searchedCallStore(db);
  const behind = await store.newestBehind(scope, mostSearched, asked.after?.createdAt);
  const next = behind === undefined ? [] : [{ column: 'createdAt', op: 'gt', value: behind } as const];
  const rows = await store.page(scope, { ...asked, tests: [...asked.tests, ...next] }, size);
  if (behind === undefined || rows.length === size.limit) return { rows };
  for (const text of soughtIn(asked)) {
    const ids = await callsThatMayHold(db, scope, text, mostLikely);
    if (ids) return { rows: await store.page(scope, { ...asked, ids }, size) };
  }
  return { rows, isPartial: true };
}
