import type { Database, DatabaseTransaction } from '../../../../platform/db/schema.ts';
import type { WriteGroup } from '../../../../platform/db/write-group.ts';
import type { SealedPlace } from '../../../../platform/secrets/sealed-place.ts';
import type { Vault } from '../../../../platform/secrets/vault.ts';

/** Steps before and after the present one of which codes count: clocks differ. */
const toleratedSteps = 1;
const issuer = 'Tendril';

/** Codes of an authenticator app (RFC 6238). */
export function createTotpFactor(db: Database, writes: WriteGroup, vault: Vault) {
  const find = (userId: string) =>
    db.selectFrom('totp_factor').selectAll().where('userId', '=', userId).executeTakeFirst();

  async function makeTotp(secret: string | undefined, label: string) {
    const { Secret, TOTP } = await import('otpauth');
    const key = secret === undefined ? new Secret({ size: 20 }) : Secret.fromBase32(secret);
    return new TOTP({ issuer, label, secret: key, algorithm: 'SHA1', digits: 6, period: 30 });
  }

  return {
    async confirmedAt(userId: string): Promise<number | null> {
      return (await find(userId))?.confirmedAt ?? null;
    },

    /** A new key that does not count yet. Returns undefined when one counts already. */
    async start(userId: string, email: string): Promise<{ secret: string; uri: string } | undefined> {
      const totp = await makeTotp(undefined, email);
      const encryptedSecret = vault.seal(placeOf(userId), totp.secret.base32);
      const row = { encryptedSecret, createdAt: Date.now(), confirmedAt: null, lastStep: 0 };
      const made = await writes.write((trx) =>
        trx
          .insertInto('totp_factor')
          .values({ userId, ...row })
          .onConflict((conflict) =>
            conflict.column('userId').doUpdateSet(row).where('totp_factor.confirmedAt', 'is', null),
          )
          .returning('userId')
          .executeTakeFirst(),
      );
      return made && { secret: totp.secret.base32, uri: totp.toString() };
    },

    /** Uses up a code of a key that counts, or with `isPending` of one that does not yet; returns whether it was right. */
    async take(userId: string, code: string, isPending = false): Promise<boolean> {
      const row = await find(userId);
      if (!row || (row.confirmedAt === null) !== isPending) return false;
      const totp = await makeTotp(vault.open(placeOf(userId), row.encryptedSecret), userId);
      const timestamp = Date.now();
      const token = code.replace(/\s/g, '');
      const delta = totp.validate({ token, timestamp, window: toleratedSteps });
      if (delta === null) return false;
      const step = totp.counter({ timestamp }) + delta;
      // Of concurrent requests with one code, the database lets one through.
      const { numUpdatedRows } = await writes.write((trx) =>
        trx
          .updateTable('totp_factor')
          .set({ lastStep: step })
          .where('userId', '=', userId)
          .where('encryptedSecret', '=', row.encryptedSecret)
          .where('lastStep', '<', step)
          .executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },

    /** Lets the pending key count. */
    async confirm(trx: DatabaseTransaction, userId: string): Promise<void> {
      await trx
        .updateTable('totp_factor')
        .set({ confirmedAt: Date.now() })
        .where('userId', '=', userId)
        .where('confirmedAt', 'is', null)
        .execute();
    },

    async remove(trx: DatabaseTransaction, userId: string): Promise<void> {
      await trx.deleteFrom('totp_factor').where('userId', '=', userId).execute();
    },
  };
}

export type TotpFactor = ReturnType<typeof createTotpFactor>;

function placeOf(userId: string): SealedPlace {
  return {
    workspaceId: '',
    column: 'totp_factor.encryptedSecret',
    key: userId,
    label: 'The key of your authenticator app',
    remedy: 'Ask an administrator to remove it with the command "tendril second-factors EMAIL".',
  };
}
