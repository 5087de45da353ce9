import { type LimitName, limitNames } from '@tendril/contract/api/workspace-limits';
import { bumpRevision } from '../bus/revisions.ts';
import type { Config } from '../config.ts';
import type { Database, DatabaseTransaction } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';

/** Changes are announced; this is for an announcement that was lost. */
const keptMs = 5000;
const mostKept = 10_000;

/** What holds in a workspace; 0 sets no limit. */
export type Limits = Readonly<Record<LimitName, number>>;
type OwnLimits = Readonly<Partial<Record<LimitName, number>>>;
type Measure = (scope: Scope) => number | Promise<number>;

/** The limits of workspaces: what each has set for itself, never above the server's settings. */
export interface WorkspaceLimits {
  /** Those of the server. */
  readonly server: Limits;
  of(scope: Scope): Promise<Limits>;
  /** What the workspace has set for itself. */
  own(scope: Scope, db?: DatabaseTransaction): Promise<OwnLimits>;
  /** Sets limits within `trx`; null takes one away. Announce it on the bus once it is committed. */
  set(
    trx: DatabaseTransaction,
    scope: Scope,
    changes: Partial<Record<LimitName, number | null>>,
  ): Promise<void>;
  /** Of all workspaces without one. */
  forget(scope?: Scope): void;
  /** Says how the use of a limit is known. */
  measure(name: LimitName, measure: Measure): void;
  used(scope: Scope, name: LimitName): Promise<number>;
}

export function createWorkspaceLimits(db: Database, server: Pick<Config, LimitName>): WorkspaceLimits {
  const kept = new Map<string, { limits: Promise<Limits>; until: number }>();
  const measures = new Map<LimitName, Measure>();

  async function own({ workspaceId }: Scope, trx: Database | DatabaseTransaction = db): Promise<OwnLimits> {
    const rows = await trx
      .selectFrom('workspace_limit')
      .select(['name', 'value'])
      .where('workspaceId', '=', workspaceId)
      .execute();
    return Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)]));
  }

  async function read(scope: Scope): Promise<Limits> {
    const set = await own(scope);
    return Object.fromEntries(
      limitNames.map((name) => [name, lower(set[name] ?? 0, server[name])]),
    ) as unknown as Limits;
  }

  return {
    server,
    own,
    of(scope) {
      const known = kept.get(scope.workspaceId);
      if (known && known.until > performance.now()) return known.limits;
      if (kept.size >= mostKept) kept.clear();
      const limits = read(scope);
      const entry = { limits, until: performance.now() + keptMs };
      kept.set(scope.workspaceId, entry);
      limits.catch(() => kept.get(scope.workspaceId) === entry && kept.delete(scope.workspaceId));
      return limits;
    },
    async set(trx, { workspaceId }, changes) {
      const updatedAt = Date.now();
      for (const [name, value] of Object.entries(changes)) {
        if (value === null)
          await trx
            .deleteFrom('workspace_limit')
            .where('workspaceId', '=', workspaceId)
            .where('name', '=', name)
            .execute();
        else
          await trx
            .insertInto('workspace_limit')
            .values({ workspaceId, name, value, updatedAt })
            .onConflict((conflict) =>
              conflict.columns(['workspaceId', 'name']).doUpdateSet({ value, updatedAt }),
            )
            .execute();
      }
      await bumpRevision(trx, { workspaceId, what: 'limit' });
    },
    forget(scope) {
      if (scope) kept.delete(scope.workspaceId);
      else kept.clear();
    },
    measure: (name, measure) => void measures.set(name, measure),
    used: async (scope, name) => (await measures.get(name)?.(scope)) ?? 0,
  };
}

/** The lower of two limits, where 0 is none. */
function lower(own: number, most: number): number {
  if (own === 0 || most === 0) return own || most;
  return Math.min(own, most);
}
