import { eventPeriod } from '../../../platform/db/event-period.ts';
import { recordsOf, toRecords } from '../../../platform/db/insert-many.ts';
import { runKept } from '../../../platform/db/kept-statement.ts';
import type { Database, EventTable } from '../../../platform/db/schema.ts';
import { addToUsage, periodsOf } from '../../../platform/limits/workspace-usage.store.ts';
import type { MessageRow } from '../chat-messages/public.ts';
import { type RunEnd, runEndColumns } from './runs.store.ts';
import type { AcceptedTurn, EndedTurn } from './turn-batches.ts';

type RunRow = AcceptedTurn['run'];

const runColumns = columnsOf<RunRow>({
  ...{ id: 1, workspaceId: 1, flowId: 1, versionId: 1, versionNumber: 1, sessionId: 1, chatId: 1 },
  ...{ source: 1, status: 1, question: 1, startedAt: 1, part: 1, resumes: 1, ownerId: 1, parentId: 1 },
  flowType: 1,
  callers: 1,
});

const messageColumns = columnsOf<MessageRow>({
  ...{ id: 1, workspaceId: 1, flowId: 1, runId: 1, role: 1, content: 1, sourceDocuments: 1, usedTools: 1 },
  ...{ fileUploads: 1, fileAnnotations: 1, agentReasoning: 1, artifacts: 1, action: 1, chatType: 1 },
  ...{ followUpPrompts: 1, chatId: 1, sessionId: 1, memoryType: 1, leadEmail: 1, status: 1, isDemo: 1 },
  createdAt: 1,
  sourceCheck: 1,
});

const eventColumns = columnsOf<EventTable>({
  ...{ runId: 1, seq: 1, workspaceId: 1, sessionId: 1, at: 1, kind: 1, nodeId: 1, flowVersion: 1 },
  payload: 1,
});

/** Does not compile when a row has a column that is not written. */
function columnsOf<Row>(columns: Record<keyof Row, 1>): string {
  return Object.keys(columns)
    .map((column) => `"${column}"`)
    .join(', ');
}

/**
 * Whether the rows of these turns are all there is to write, and none of them can be there already: to look for a
 * conflict, PostgreSQL would write every event twice to its log.
 */
export function isOneStatement(begun: readonly AcceptedTurn[], ended: readonly EndedTurn[]): boolean {
  return (
    begun.every(({ request, prepared }) => !request && prepared.files.length === 0) &&
    ended.every(
      ({ run, checkpoint, state, prepared }) =>
        !run.isAnswerStored &&
        !run.hasProgress &&
        !run.mayBeStored &&
        !checkpoint &&
        !state &&
        prepared.files.length === 0,
    )
  );
}

/**
 * On PostgreSQL: turns that begin and turns that end in one statement, which is one round trip and its own commit. Of a
 * run that is no longer `ownerId`'s nothing is written.
 */
export async function writeAtOnce(
  db: Database,
  ownerId: string,
  begun: readonly AcceptedTurn[],
  ended: readonly EndedTurn[],
): Promise<void> {
  const messages = [...begun.map(({ question }) => question), ...ended.map(({ answer }) => answer)];
  const ends: (RunEnd & { id: string; ownerId: string })[] = ended.map(({ run, end }) => ({
    id: run.id,
    ownerId,
    ...end,
  }));
  const { day, month } = periodsOf(Date.now());
  await runKept(
    db,
    'turns',
    turnsText,
    [
      toRecords(begun.map(({ run }) => run)),
      toRecords(ends),
      ownerId,
      toRecords(messages.filter((message) => message !== undefined)),
      toRecords([...begun, ...ended].flatMap(({ prepared }) => prepared.rows)),
      ...[day, month, eventPeriod(day)],
    ],
    { isPrepared: true },
  );
}

// `given."ownerId"` is compared as well, although it is what was given: so the planner expects few rows, and looks each up
// by its key, however little it knows of the table.
const turnsText = (place: () => string) => `with "begun" as (
    insert into "run" (${runColumns}) select ${runColumns} from ${recordsOf('run', place())} returning "id"
  ), "ended" as (
    update "run" set ${runEndColumns.map((column) => `"${column}" = "given"."${column}"`).join(', ')}
    from ${recordsOf('run', place())} as "given"
    where "run"."id" = "given"."id" and "run"."ownerId" = "given"."ownerId" and "given"."ownerId" = ${place()}
      and "run"."status" = 'running'
    returning "run"."id", "run"."workspaceId", "run"."inputTokens", "run"."outputTokens", "run"."costUsd"
  ), "own" as (
    select "id" from "begun" union all select "id" from "ended"
  ), "said" as (
    insert into "chat_message" (${messageColumns}) select ${messageColumns}
    from ${recordsOf('chat_message', place())} where "runId" in (select "id" from "own")
  ), "logged" as (
    insert into "event" (${eventColumns}) select ${eventColumns}
    from ${recordsOf('event', place())} where "runId" in (select "id" from "own")
    returning "workspaceId", length("payload") as "bytes"
  ), "spent" as (${addToUsage(
    `select "workspaceId", period, pg_backend_pid(), count(*), coalesce(sum("inputTokens"), 0) + coalesce(sum("outputTokens"), 0),
      coalesce(sum("costUsd"), 0)
    from "ended" cross join (values (${place()}::text), (${place()}::text)) as "of"(period)
    group by 1, 2
    union all select "workspaceId", ${place()}::text, pg_backend_pid(), count(*), sum("bytes"), 0
    from "logged" group by 1 order by 1, 2`,
  )})
  select "id" from "ended"`;
