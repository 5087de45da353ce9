import type { CallingConsent, changeCallingConsent } from '@tendril/contract/api/calling-consent';
import type { Body } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Infrastructure } from '../../../platform/infrastructure.ts';

/** On what each workspace bases that it may call the people of its lists. */
export function callingConsents({ db }: Pick<Infrastructure, 'db'>) {
  async function read({ workspaceId }: Scope): Promise<CallingConsent | null> {
    const row = await db
      .selectFrom('calling_consent')
      .selectAll()
      .where('workspaceId', '=', workspaceId)
      .executeTakeFirst();
    if (!row) return null;
    const { basis, note, coversPrograms, updatedAt } = row;
    return { basis: basis as CallingConsent['basis'], note, coversPrograms: coversPrograms === 1, updatedAt };
  }

  return {
    read,

    async change(
      { workspaceId }: Scope,
      { basis, note, coversPrograms }: Body<typeof changeCallingConsent>,
    ): Promise<CallingConsent> {
      const updatedAt = Date.now();
      const fields = {
        basis,
        note: note.replaceAll('\0', ''),
        coversPrograms: coversPrograms ? (1 as const) : (0 as const),
        updatedAt,
      };
      await db
        .insertInto('calling_consent')
        .values({ workspaceId, ...fields })
        .onConflict((conflict) => conflict.column('workspaceId').doUpdateSet(fields))
        .execute();
      return { ...fields, basis, coversPrograms };
    },

    /** Throws FORBIDDEN where nobody has stated the consent, or it does not cover programs. */
    async require(scope: Scope, isProgram: boolean): Promise<void> {
      const consent = await read(scope);
      if (!consent)
        throw new AppError(
          'FORBIDDEN',
          'Batch calls need a statement of how these people have agreed to be called. Make it under Calls, Batch calls, Consent.',
        );
      if (isProgram && !consent.coversPrograms)
        throw new AppError(
          'FORBIDDEN',
          'The consent stated by this workspace does not cover batch calls of programs. Allow it under Calls, Batch calls, Consent.',
        );
    },
  };
}
