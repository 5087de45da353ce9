import { createHmac, randomInt } from 'node:crypto';
import type { Database, DatabaseTransaction } from '../../../../platform/db/schema.ts';
import type { WriteGroup } from '../../../../platform/db/write-group.ts';

const codeCount = 10;
const codeLength = 10;
/** Without what looks alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Codes for the day on which a person's device is gone: ten, each good once, of which only hashes are stored. */
export function createRecoveryCodes(db: Database, writes: WriteGroup, key: Buffer) {
  const hashOf = (userId: string, code: string) =>
    createHmac('sha256', key).update(`${userId}.${code}`).digest('hex');

  async function renew(trx: DatabaseTransaction, userId: string): Promise<string[]> {
    const codes = Array.from({ length: codeCount }, makeCode);
    const createdAt = Date.now();
    await trx.deleteFrom('recovery_code').where('userId', '=', userId).execute();
    await trx
      .insertInto('recovery_code')
      .values(codes.map((code) => ({ userId, codeHash: hashOf(userId, code), createdAt })))
      .execute();
    return codes.map((code) => `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`);
  }

  return {
    /** Replaces the person's codes, and returns the new ones. */
    renew,

    /** New codes for somebody who has none; otherwise nothing. */
    async renewIfNone(trx: DatabaseTransaction, userId: string): Promise<string[]> {
      const present = await trx
        .selectFrom('recovery_code')
        .select('codeHash')
        .where('userId', '=', userId)
        .executeTakeFirst();
      return present ? [] : renew(trx, userId);
    },

    /** Uses up a code; returns whether it was one. */
    async take(userId: string, code: string): Promise<boolean> {
      const plain = code.toLowerCase().replace(/[\s-]/g, '');
      const { numDeletedRows } = await writes.write((trx) =>
        trx
          .deleteFrom('recovery_code')
          .where('userId', '=', userId)
          .where('codeHash', '=', hashOf(userId, plain))
          .executeTakeFirst(),
      );
      return numDeletedRows > 0n;
    },

    async countLeft(userId: string): Promise<number> {
      const rows = await db
        .selectFrom('recovery_code')
        .select('codeHash')
        .where('userId', '=', userId)
        .execute();
      return rows.length;
    },
  };
}

export type RecoveryCodes = ReturnType<typeof createRecoveryCodes>;

function makeCode(): string {
  return Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('');
}
