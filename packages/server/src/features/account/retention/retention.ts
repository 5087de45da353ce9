import type {
  changeRetention,
  keepRecord,
  RetentionAnswer,
  RetentionKind,
} from '@tendril/contract/api/data-retention';
import { retentionKinds } from '@tendril/contract/api/data-retention';
import type { Body } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import { auditContext } from '../../../platform/db/audit-context.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { callerName, type UserCaller } from '../../../platform/http/caller.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';
import { keptRecordStore } from './kept-records.store.ts';
import { type OwnDays, type OwnRetention, retentionStore } from './retention.store.ts';
import { retentionDays, serverDays } from './retention-days.ts';

/** How long a workspace keeps its data, as its people see and change it. */
export function createRetentionService({
  config,
  db,
  writes,
  audit,
  grants,
}: Pick<Infrastructure, 'config' | 'db' | 'writes' | 'audit' | 'grants'>) {
  const most = serverDays(config);
  const mayChange = async (caller: UserCaller) => (await grants.of(caller)).has('limits:edit');

  async function answer(scope: Scope, may: boolean): Promise<RetentionAnswer> {
    const store = retentionStore(db);
    const { days: own, removed, ...state } = await store.read(scope);
    const days = retentionDays(own, most);
    const data = retentionKinds.map((kind) => ({
      ...{ kind, days: days[kind], own: own[kind] ?? null },
      ...{ most: most[kind], removed: removed[kind] ?? 0 },
    }));
    return { data, ...state, kept: await keptRecordStore(db).list(scope), mayChange: may };
  }

  return {
    read: async (caller: UserCaller) => answer(caller, await mayChange(caller)),

    /** Throws INVALID_INPUT above the server's setting. */
    async change(caller: UserCaller, wanted: Body<typeof changeRetention>): Promise<RetentionAnswer> {
      for (const kind of retentionKinds) requireBelow(kind, wanted.days?.[kind] ?? null, most[kind]);
      const { before, after } = await writes.write(async (trx) => {
        const store = retentionStore(trx);
        const present = await store.read(caller);
        const next = { days: merge(present.days, wanted.days), isHeld: wanted.isHeld ?? present.isHeld };
        await store.save(caller, next.days, next.isHeld);
        return { before: present, after: next };
      });
      const changes = describeChanges(before, after);
      const context = auditContext.getStore();
      if (changes === '' && context) context.isRecorded = true;
      else
        await audit.record({
          workspaceId: caller.workspaceId,
          actor: callerName(caller),
          action: 'retention-changed',
          detail: { name: changes },
        });
      return answer(caller, true);
    },

    /** Throws NOT_FOUND. */
    async keep(caller: UserCaller, { kind, id, name }: Body<typeof keepRecord>): Promise<RetentionAnswer> {
      await writes.write(async (trx) => {
        const store = keptRecordStore(trx);
        if (name === null) return store.release(caller, kind, id);
        if (!(await store.exists(caller, kind, id)))
          throw new AppError('NOT_FOUND', `${kind === 'run' ? 'Run' : 'Call'} not found.`);
        return store.keep(caller, kind, id, name);
      });
      return answer(caller, true);
    },
  };
}

export type RetentionService = ReturnType<typeof createRetentionService>;

function merge(present: OwnDays, wanted: Body<typeof changeRetention>['days']): OwnDays {
  const merged = { ...present, ...wanted };
  return Object.fromEntries(Object.entries(merged).filter(([, days]) => days !== null && days !== undefined));
}

function requireBelow(kind: RetentionKind, wanted: number | null, most: number): void {
  if (wanted === null || most === 0 || wanted <= most) return;
  const message = `may be at most ${most} days, as this server is set up`;
  throw new AppError('INVALID_INPUT', `${kind}: ${message}`, {
    details: [{ path: `days.${kind}`, message }],
  });
}

type State = Pick<OwnRetention, 'days' | 'isHeld'>;

function describeChanges(before: State, after: State): string {
  const words = (days: number | undefined) => (days === undefined ? 'server’s' : `${days} days`);
  const changes = retentionKinds
    .filter((kind) => before.days[kind] !== after.days[kind])
    .map((kind) => `${kind}: ${words(before.days[kind])} → ${words(after.days[kind])}`);
  if (before.isHeld !== after.isHeld) changes.push(after.isHeld ? 'legal hold: on' : 'legal hold: off');
  return changes.join(', ');
}
