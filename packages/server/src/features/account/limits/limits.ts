import type { Answer, Body } from '@tendril/contract/api/endpoint';
import {
  type changeLimits,
  type LimitName,
  limitNames,
  limitUnits,
  quotaNames,
  type readLimits,
} from '@tendril/contract/api/workspace-limits';
import { AppError } from '@tendril/contract/app-error';
import type { ControlBus } from '../../../platform/bus/control-bus.ts';
import { auditContext } from '../../../platform/db/audit-context.ts';
import type { AuditLog } from '../../../platform/db/audit-log.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { WriteGroup } from '../../../platform/db/write-group.ts';
import { callerName, type UserCaller } from '../../../platform/http/caller.ts';
import type { Grants } from '../../../platform/http/grants.ts';
import type { WorkspaceLimits } from '../../../platform/limits/workspace-limits.ts';

interface LimitParts {
  bus: Pick<ControlBus, 'publish'>;
  writes: WriteGroup;
  audit: AuditLog;
  limits: WorkspaceLimits;
  grants: Pick<Grants, 'of'>;
}

const quotas: ReadonlySet<string> = new Set(quotaNames);
/** From this part on, people are warned. */
const nearAt = 0.8;

type LimitsAnswer = Answer<typeof readLimits>;

/** The limits of a workspace as its people see and change them. */
export function createLimitService({ bus, writes, audit, limits, grants }: LimitParts) {
  const mayChange = async (caller: UserCaller) => (await grants.of(caller)).has('limits:edit');

  async function states(
    scope: Scope,
    isWanted: (name: LimitName, value: number) => boolean = () => true,
  ): Promise<LimitsAnswer['data']> {
    const [values, own] = [await limits.of(scope), await limits.own(scope)];
    return Promise.all(
      limitNames
        .filter((name) => isWanted(name, values[name]))
        .map(async (name) => ({
          name,
          unit: limitUnits[name],
          value: values[name],
          own: own[name] ?? null,
          most: limits.server[name],
          used: await limits.used(scope, name),
        })),
    );
  }

  return {
    async read(caller: UserCaller): Promise<LimitsAnswer> {
      return { data: await states(caller), mayChange: await mayChange(caller) };
    },

    /** The quotas of which at least four fifths are used; those without a limit are not even counted. */
    async readNear(caller: UserCaller): Promise<LimitsAnswer> {
      const all = await states(caller, (name, value) => value > 0 && quotas.has(name));
      const data = all.filter(({ used, value }) => used >= value * nearAt);
      return { data, mayChange: await mayChange(caller) };
    },

    /** Throws INVALID_INPUT above the server's limit. */
    async change(caller: UserCaller, wanted: Body<typeof changeLimits>): Promise<LimitsAnswer> {
      const changes = Object.fromEntries(
        Object.entries(wanted).filter(([, value]) => value !== undefined),
      ) as Partial<Record<LimitName, number | null>>;
      for (const name of limitNames) requireBelow(name, changes[name] ?? null, limits.server[name]);
      const before = await writes.write(async (trx) => {
        const present = await limits.own(caller, trx);
        await limits.set(trx, caller, changes);
        return present;
      });
      bus.publish({ kind: 'revised', scope: caller.workspaceId, what: 'limit' });
      const changed = limitNames.filter(
        (name) => name in changes && (before[name] ?? null) !== (changes[name] ?? null),
      );
      const context = auditContext.getStore();
      if (changed.length === 0 && context) context.isRecorded = true;
      else
        await audit.record({
          workspaceId: caller.workspaceId,
          actor: callerName(caller),
          action: 'limits-changed',
          detail: { name: changed.map((name) => describe(name, before[name], changes[name])).join(', ') },
        });
      return { data: await states(caller), mayChange: true };
    },
  };
}

export type LimitService = ReturnType<typeof createLimitService>;

function requireBelow(name: LimitName, wanted: number | null, most: number): void {
  if (wanted === null || most === 0 || wanted <= most) return;
  const message = `may be at most ${most}, as this server is set up`;
  throw new AppError('INVALID_INPUT', `${name}: ${message}`, { details: [{ path: name, message }] });
}

function describe(name: LimitName, before: number | undefined, after: number | null | undefined): string {
  return `${name}: ${before ?? 'server’s'} → ${after ?? 'server’s'}`;
}
