import type { AuditEvent } from '@tendril/contract/api/audit-verbs';
import type { PasskeyProof } from '@tendril/contract/api/passkeys';
import type { OwnFactors } from '@tendril/contract/api/second-factors';
import { AppError } from '@tendril/contract/app-error';
import type { AuditLog } from '../../../../platform/db/audit-log.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import type { WriteGroup } from '../../../../platform/db/write-group.ts';
import type { Assurance } from '../../../../platform/http/assurance.ts';
import type { UserCaller } from '../../../../platform/http/caller.ts';
import type { Vault } from '../../../../platform/secrets/vault.ts';
import type { PasskeyCeremonies, PasskeySite } from '../passkeys/passkey-ceremonies.ts';
import type { PasskeyStore } from '../passkeys/passkeys.store.ts';
import { isPassword } from '../password.ts';
import type { UserStore } from '../users.store.ts';
import { createFactorAttempts, type FactorAttempts } from './factor-attempts.ts';
import type { RecoveryCodes } from './recovery-codes.ts';
import { createTotpFactor, type TotpFactor } from './totp-factor.ts';

interface SecondFactorParts {
  db: Database;
  writes: WriteGroup;
  vault: Vault;
  audit: AuditLog;
  assurance: Assurance;
  users: UserStore;
  codes: RecoveryCodes;
  passkeys: PasskeyStore;
  ceremonies: PasskeyCeremonies;
}

/** With what a person can take the second step of a sign-in. */
export type FactorMethod = 'passkey' | 'totp' | 'recovery';

/** What people prove their identity with beside the password. */
export function createSecondFactors(parts: SecondFactorParts) {
  const { db, writes, vault, assurance, users, codes, passkeys, ceremonies } = parts;
  const totp = createTotpFactor(db, writes, vault);
  const attempts = createFactorAttempts(writes);
  const record = recordOf(parts.audit);
  const proofs = createProofs({ totp, codes, attempts, record, users, ceremonies });

  return {
    requireCode: proofs.requireCode,
    requirePasskey: proofs.requirePasskey,

    /** With what the person has to take a second step; empty when there is none. */
    async methodsOf(userId: string): Promise<FactorMethod[]> {
      const methods: FactorMethod[] = [];
      if ((await passkeys.listOf(userId)).length > 0) methods.push('passkey');
      if ((await totp.confirmedAt(userId)) !== null) methods.push('totp');
      if (methods.length > 0 && (await codes.countLeft(userId)) > 0) methods.push('recovery');
      return methods;
    },

    async read(
      caller: UserCaller,
    ): Promise<Omit<OwnFactors, 'passkeys' | 'identities' | 'providers' | 'hasPassword'>> {
      const { userId } = caller;
      return {
        totpSince: await totp.confirmedAt(userId),
        recoveryCodesLeft: await codes.countLeft(userId),
        isSetUpDemanded: await assurance.lacksFactor(caller),
      };
    },

    /** Throws CONFLICT when an authenticator app counts already. */
    async startTotp({ userId }: UserCaller): Promise<{ secret: string; uri: string }> {
      const person = await users.findById(userId);
      const started = await totp.start(userId, person?.email ?? userId);
      if (!started) throw new AppError('CONFLICT', 'You have an authenticator app. Turn it off first.');
      return started;
    },

    /** Throws INVALID_INPUT at `code`. */
    async confirmTotp(caller: UserCaller, code: string): Promise<{ recoveryCodes: string[] }> {
      const { userId } = caller;
      await attempts.use(userId);
      if (!(await totp.take(userId, code, true)))
        throw invalid('code', 'does not belong to this key. Check the clock of your device');
      await attempts.clear(userId);
      const recoveryCodes = await writes.write(async (trx) => {
        await totp.confirm(trx, userId);
        return codes.renew(trx, userId);
      });
      await record(caller, 'totp-enabled');
      return { recoveryCodes };
    },

    async removeTotp(caller: UserCaller): Promise<void> {
      await writes.write((trx) => totp.remove(trx, caller.userId));
      await record(caller, 'totp-removed');
    },

    async renewCodes(caller: UserCaller): Promise<{ recoveryCodes: string[] }> {
      const recoveryCodes = await writes.write((trx) => codes.renew(trx, caller.userId));
      await record(caller, 'recovery-codes-renewed');
      return { recoveryCodes };
    },

    /** Throws INVALID_INPUT at the field that is wrong. */
    async prove(caller: UserCaller, proof: Proof, site: PasskeySite): Promise<void> {
      if ('password' in proof) await proofs.requirePassword(caller, proof.password);
      else if ('passkey' in proof) await proofs.requirePasskey(caller, proof.passkey, site);
      else await proofs.requireCode(caller, proof.code);
      await assurance.prove(caller);
      await record(caller, 'identity-proved');
    },
  };
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;

type Proof = { password: string } | { code: string } | { passkey: PasskeyProof };

interface ProofParts {
  ceremonies: PasskeyCeremonies;
  totp: TotpFactor;
  codes: RecoveryCodes;
  attempts: FactorAttempts;
  record(who: Who, action: AuditEvent): Promise<void>;
  users: UserStore;
}

/** Checks of what a person enters; every one counts as an attempt before it is made. */
function createProofs({ totp, codes, attempts, record, users, ceremonies }: ProofParts) {
  /** Throws INVALID_INPUT at `code` for a code that is wrong or used, TOO_MANY_REQUESTS after several. */
  async function requireCode(who: Who, code: string): Promise<void> {
    await attempts.use(who.userId);
    const isTotp = /^\d{6}$/.test(code.replace(/\s/g, ''));
    const isRight = isTotp ? await totp.take(who.userId, code) : await codes.take(who.userId, code);
    if (!isRight) {
      await record(who, 'second-factor-refused');
      throw invalid('code', 'is wrong or has been used. Wait for the next one');
    }
    await attempts.clear(who.userId);
    if (!isTotp) await record(who, 'recovery-code-used');
  }

  async function requirePassword(caller: UserCaller, password: string): Promise<void> {
    await attempts.use(caller.userId);
    if (!(await isPassword(password, await users.findPasswordHash(caller.userId)))) {
      await record(caller, 'password-refused');
      throw invalid('password', 'is not your present password');
    }
    await attempts.clear(caller.userId);
  }

  /** Throws INVALID_INPUT at `passkey` unless it is one of the person's own. */
  async function requirePasskey(who: Who, proof: PasskeyProof, site: PasskeySite): Promise<void> {
    if ((await ceremonies.finishUse(proof, site)) === who.userId) return;
    await record(who, 'passkey-refused');
    throw invalid('passkey', 'was not accepted. Try again');
  }

  return { requireCode, requirePassword, requirePasskey };
}

function recordOf(audit: AuditLog) {
  return ({ userId, workspaceId }: Who, action: AuditEvent) =>
    audit.record({ workspaceId, actor: `user:${userId}`, action, target: userId });
}

interface Who {
  userId: string;
  workspaceId: string;
}

function invalid(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}
