import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import type { WorkspaceSecurity } from '@tendril/contract/api/second-factors';
import { AppError } from '@tendril/contract/app-error';
import { bumpRevision } from '../bus/revisions.ts';
import type { Database } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import type { WriteGroup } from '../db/write-group.ts';
import type { UserCaller } from './caller.ts';

/** How long a proof of identity holds. */
export const proofMs = 10 * 60_000;
const cacheMs = 900;
const maxCached = 10_000;

/** How certain it has to be, and is, who uses a session. */
export interface Assurance {
  /** Throws SECOND_FACTOR_SETUP_REQUIRED or PROOF_REQUIRED. */
  require(user: UserCaller, access: Pick<EndpointDefinition, 'proof' | 'isForSetUp'>): Promise<void>;
  /** Records that the person has just proved their identity. */
  prove(user: UserCaller): Promise<void>;
  /** Whether the person has to set up a second factor before anything else. */
  lacksFactor(user: UserCaller): Promise<boolean>;
  /** Whether the person has a second factor. */
  hasFactor(user: UserCaller): Promise<boolean>;
  settingsOf(scope: Scope): Promise<WorkspaceSecurity>;
  save(scope: Scope, settings: WorkspaceSecurity): Promise<void>;
  /** Drops what is cached of a workspace, or of all. */
  forget(scope?: Scope): void;
}

export function createAssurance(db: Database, writes: WriteGroup): Assurance {
  const settings = createSecuritySettings(db, writes);

  async function provedAt(familyId: string): Promise<number | null> {
    const row = await db
      .selectFrom('session_family')
      .select('provedAt')
      .where('id', '=', familyId)
      .executeTakeFirst();
    return row?.provedAt ?? null;
  }

  async function lacksFactor(user: UserCaller): Promise<boolean> {
    const { isSecondFactorRequired } = await settings.of(user);
    return isSecondFactorRequired && !(await hasFactor(db, user));
  }

  return {
    lacksFactor,
    hasFactor: (user) => hasFactor(db, user),
    settingsOf: settings.of,
    save: settings.save,
    forget: settings.forget,
    async require(user, { proof, isForSetUp }) {
      if (!isForSetUp && (await lacksFactor(user)))
        throw new AppError(
          'SECOND_FACTOR_SETUP_REQUIRED',
          'This workspace requires a second factor. Set up an authenticator app or a passkey to continue.',
        );
      if (proof === undefined || (proof === 'ifRequired' && !(await settings.of(user)).isProofRequired))
        return;
      const at = await provedAt(user.familyId);
      if (at === null || Date.now() - at >= proofMs)
        throw new AppError('PROOF_REQUIRED', 'Confirm that it is you to continue.');
    },
    async prove({ familyId }) {
      await writes.write((trx) =>
        trx
          .updateTable('session_family')
          .set({ provedAt: Date.now() })
          .where('id', '=', familyId)
          .where('revokedAt', 'is', null)
          .execute(),
      );
    },
  };
}

async function hasFactor(db: Database, { userId }: UserCaller): Promise<boolean> {
  const totp = await db
    .selectFrom('totp_factor')
    .select('userId')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst();
  if (totp) return true;
  const passkey = await db.selectFrom('passkey').select('id').where('userId', '=', userId).executeTakeFirst();
  return passkey !== undefined;
}

// Read on requests that a workspace may have asked more for, so it is cached for as long as a role is.
function createSecuritySettings(db: Database, writes: WriteGroup) {
  const known = new Map<string, { settings: Promise<WorkspaceSecurity>; readAt: number }>();

  async function read({ workspaceId }: Scope): Promise<WorkspaceSecurity> {
    const row = await db
      .selectFrom('workspace_security')
      .select(['isSecondFactorRequired', 'isProofRequired'])
      .where('workspaceId', '=', workspaceId)
      .executeTakeFirst();
    return {
      isSecondFactorRequired: row?.isSecondFactorRequired === 1,
      isProofRequired: row?.isProofRequired === 1,
    };
  }

  function of(scope: Scope): Promise<WorkspaceSecurity> {
    const now = Date.now();
    const present = known.get(scope.workspaceId);
    if (present && Math.abs(now - present.readAt) < cacheMs) return present.settings;
    if (known.size >= maxCached) known.clear();
    const settings = read(scope);
    const entry = { settings, readAt: now };
    known.set(scope.workspaceId, entry);
    // A failed look is not kept.
    settings.catch(() => {
      if (known.get(scope.workspaceId) === entry) known.delete(scope.workspaceId);
    });
    return settings;
  }

  function forget(scope?: Scope): void {
    if (scope) known.delete(scope.workspaceId);
    else known.clear();
  }

  async function save({ workspaceId }: Scope, settings: WorkspaceSecurity): Promise<void> {
    const row = {
      isSecondFactorRequired: settings.isSecondFactorRequired ? (1 as const) : (0 as const),
      isProofRequired: settings.isProofRequired ? (1 as const) : (0 as const),
      updatedAt: Date.now(),
    };
    await writes.write(async (trx) => {
      await trx
        .insertInto('workspace_security')
        .values({ workspaceId, ...row })
        .onConflict((conflict) => conflict.column('workspaceId').doUpdateSet(row))
        .execute();
      await bumpRevision(trx, { workspaceId, what: 'settings' });
    });
    forget({ workspaceId });
  }

  return { of, save, forget };
}
