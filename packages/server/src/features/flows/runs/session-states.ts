import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import type { LiveRun } from './live-run.ts';

type State = Readonly<Record<string, unknown>>;

interface Session extends Scope {
  readonly flowId: string;
  readonly sessionId: string;
}

const placeOf = ({ workspaceId }: Scope, runId: string): SealedPlace => ({
  workspaceId,
  column: 'run_session_state.data',
  key: runId,
  label: 'What this chat has kept',
  remedy: 'Begin another chat.',
});

/** What a run leaves to the later turns of its session, ready to be written. */
export function sealSessionState(vault: Vault, { id, turn }: LiveRun, state: State): string {
  return vault.seal(placeOf(turn, id), JSON.stringify(state));
}

/**
 * The state that a session's latest run has left; it is deleted with that run. Each answer of a call keeps its own: calls
 * are rewound.
 */
export function sessionStateStore(db: Database | DatabaseTransaction) {
  return {
    async put({ id: runId, turn }: LiveRun, data: string): Promise<void> {
      const { workspaceId, flowId, sessionId, source } = turn;
      if (source !== 'call')
        await db
          .deleteFrom('run_session_state')
          .where('workspaceId', '=', workspaceId)
          .where('runId', 'in', ({ selectFrom }) =>
            selectFrom('run')
              .select('run.id')
              .where('run.workspaceId', '=', workspaceId)
              .where('run.sessionId', '=', sessionId)
              .where('run.flowId', '=', flowId)
              .where('run.flowType', '=', sql.lit('AGENTFLOW')),
          )
          .execute();
      await db.insertInto('run_session_state').values({ runId, workspaceId, data }).execute();
    },

    /** `until`: the last run that counts; undefined for all of them. */
    async read(
      vault: Vault,
      { workspaceId, flowId, sessionId }: Session,
      until?: { startedAt: number },
    ): Promise<State | undefined> {
      const found = await db
        .selectFrom('run_session_state')
        .innerJoin('run', 'run.id', 'run_session_state.runId')
        .select(['run.id', 'run_session_state.data'])
        .where('run.workspaceId', '=', workspaceId)
        .where('run.sessionId', '=', sessionId)
        .where('run.flowId', '=', flowId)
        .$if(until !== undefined, (query) => query.where('run.startedAt', '<=', until?.startedAt ?? 0))
        .orderBy('run.startedAt', 'desc')
        .limit(1)
        .executeTakeFirst();
      return found && (JSON.parse(vault.open(placeOf({ workspaceId }, found.id), found.data)) as State);
    },
  };
}
