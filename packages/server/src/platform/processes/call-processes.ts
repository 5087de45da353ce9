import type { Database } from '../db/schema.ts';
import type { ProcessRegistry } from './process-registry.ts';
import { isForCalls } from './process-role.ts';

/** A process that may get a call. */
export interface CallProcess {
  readonly id: string;
  readonly isHere: boolean;
  /** It serves pages, and carries calls only where no process is there for them. */
  readonly isSubstitute: boolean;
}

/** Where the calls of an installation are carried. */
export interface CallProcesses {
  /**
   * The processes that may carry a new call, in the order in which they are asked for it; this one has its place among
   * them, unless it carries none.
   */
  inOrder(): Promise<CallProcess[]>;
  /** A process was given a call, which its row does not count yet. */
  noteGiven(id: string): void;
}

interface CallProcessParts {
  config: { readonly roles: readonly string[] };
  db: Database;
  processes: Pick<ProcessRegistry, 'id'>;
}

/** A process says how full it is every three seconds or so. */
const unseenMs = 4000;
/** How much of an unknown process a call takes. */
const share = 0.01;

/** Ranks: those that are there for calls, others that carry calls, those that serve pages. */
function rankOf(roles: readonly string[]): number | undefined {
  if (isForCalls(roles)) return 0;
  if (roles.includes('media')) return 1;
  return roles.includes('web') ? 2 : undefined;
}

/** Of equal rank this process is the first, so that a call stays where it was asked; then those with most room. */
export function createCallProcesses({ config, db, processes }: CallProcessParts): CallProcesses {
  const given = new Map<string, number[]>();

  function unseen(id: string): number {
    const since = performance.now() - unseenMs;
    const recent = (given.get(id) ?? []).filter((at) => at > since);
    if (recent.length > 0) given.set(id, recent);
    else given.delete(id);
    return recent.length * share;
  }

  return {
    async inOrder() {
      const rows = await db
        .selectFrom('process')
        .select(['id', 'load', 'roles'])
        .where('state', '=', 'up')
        .where('address', 'is not', null)
        .where('id', '!=', processes.id)
        .execute();
      const own = { id: processes.id, load: 0, rank: rankOf(config.roles) };
      // A process of a release that did not say what it does serves pages.
      const others = rows.map(({ id, load, roles }) => ({
        ...{ id, load: (load ?? 0) + unseen(id) },
        rank: rankOf(roles?.split(',') ?? ['web']),
      }));
      const isOwn = ({ id }: { id: string }) => id === processes.id;
      return [own, ...others]
        .filter((one): one is typeof one & { rank: number } => one.rank !== undefined)
        .toSorted(
          (one, other) =>
            one.rank - other.rank || Number(isOwn(other)) - Number(isOwn(one)) || one.load - other.load,
        )
        .map(({ id, rank }) => ({ id, isHere: id === processes.id, isSubstitute: rank === 2 }));
    },

    noteGiven(id) {
      given.set(id, [...(given.get(id) ?? []), performance.now()]);
    },
  };
}
