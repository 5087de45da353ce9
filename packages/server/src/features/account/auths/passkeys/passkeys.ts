import type { AuditEvent } from '@tendril/contract/api/audit-verbs';
import type { Body } from '@tendril/contract/api/endpoint';
import type { addPasskey, OwnPasskey } from '@tendril/contract/api/passkeys';
import { AppError } from '@tendril/contract/app-error';
import type { AuditLog } from '../../../../platform/db/audit-log.ts';
import type { WriteGroup } from '../../../../platform/db/write-group.ts';
import { callerName, type UserCaller } from '../../../../platform/http/caller.ts';
import type { RecoveryCodes } from '../factors/recovery-codes.ts';
import type { IdentityStore } from '../providers/identities.store.ts';
import type { UserStore } from '../users.store.ts';
import type { PasskeyCeremonies, PasskeySite } from './passkey-ceremonies.ts';
import type { PasskeyStore } from './passkeys.store.ts';

interface PasskeyParts {
  passkeys: PasskeyStore;
  ceremonies: PasskeyCeremonies;
  identities: Pick<IdentityStore, 'listOf'>;
  codes: RecoveryCodes;
  users: UserStore;
  writes: WriteGroup;
  audit: AuditLog;
}

const mostPasskeys = 20;

/** The passkeys of a signed-in person. */
export function createPasskeyService(parts: PasskeyParts) {
  const { passkeys, ceremonies, identities, codes, users, writes, audit } = parts;

  const record = (caller: UserCaller, action: AuditEvent, target: string, name?: string) =>
    audit.record({
      workspaceId: caller.workspaceId,
      actor: callerName(caller),
      action,
      target,
      ...(name !== undefined && { detail: { name } }),
    });

  return {
    async list(userId: string): Promise<OwnPasskey[]> {
      return await passkeys.listOf(userId);
    },

    async start({ userId }: UserCaller, site: PasskeySite) {
      const person = await users.findById(userId);
      if (!person) throw new AppError('UNAUTHORIZED', 'You are not signed in. Sign in to continue.');
      if ((await passkeys.listOf(userId)).length >= mostPasskeys)
        throw new AppError('CONFLICT', 'You have many passkeys. Remove one first.');
      return ceremonies.startRegistration(person, site);
    },

    /** Throws INVALID_INPUT for a key that no device has just made for this person. */
    async add(caller: UserCaller, body: Body<typeof addPasskey>, site: PasskeySite) {
      const { userId } = caller;
      const key = await ceremonies.finishRegistration(userId, body.ceremony, body.attestation, site);
      if (!key) throw refused();
      const added = await writes.write(async (trx) => {
        const passkey = await passkeys.insert(trx, userId, { ...key, name: body.name });
        if (!passkey) throw refused();
        return { passkey, recoveryCodes: await codes.renewIfNone(trx, userId) };
      });
      await record(caller, 'passkey-added', added.passkey.id, body.name);
      return added;
    },

    async rename({ userId }: UserCaller, id: string, name: string): Promise<void> {
      if (!(await passkeys.rename(userId, id, name))) throw notFound();
    },

    /** Throws NOT_FOUND, and CONFLICT where nothing else opens the account. */
    async remove(caller: UserCaller, id: string): Promise<void> {
      const { userId } = caller;
      const others = (await passkeys.listOf(userId)).filter((passkey) => passkey.id !== id);
      const person = await users.findById(userId);
      if (!person?.hasPassword && others.length === 0 && (await identities.listOf(userId)).length === 0)
        throw new AppError('CONFLICT', 'Nothing else opens your account. Add another passkey first.');
      if (!(await passkeys.remove(userId, id))) throw notFound();
      await record(caller, 'passkey-removed', id);
    },
  };
}

export type PasskeyService = ReturnType<typeof createPasskeyService>;

function refused(): AppError {
  return new AppError('INVALID_INPUT', 'This passkey could not be added. Try again.');
}

function notFound(): AppError {
  return new AppError('NOT_FOUND', 'Passkey not found.');
}
