import type { createBatchCall, previewContactFile } from '@tendril/contract/api/batch-calls';
import type { Answer, Body } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import type { BatchParts } from './batch-calls.ts';
import type { NewContact } from './new-batch.ts';
import { type CheckNumber, readContactFile } from './read-contact-file.ts';

const sampled = 20;

/** Contacts out of CSV files. */
export function contactFiles({ doNotCall, outbound }: Pick<BatchParts, 'doNotCall' | 'outbound'>) {
  /** Whether a number may be called from another, as a single call would be. */
  const checkFrom =
    (scope: Scope, fromNumber: string | undefined): CheckNumber =>
    async (toNumber) => {
      try {
        await outbound.check(scope, fromNumber, toNumber);
        return undefined;
      } catch (error) {
        if (error instanceof AppError && error.details?.some(({ path }) => path === 'toNumber'))
          return error.message.replace(/^toNumber: /, '');
        throw error;
      }
    };

  return {
    async preview(
      scope: Scope,
      { csv, phoneColumn, timezone, fromNumber }: Body<typeof previewContactFile>,
    ): Promise<Answer<typeof previewContactFile>> {
      const check = checkFrom(scope, fromNumber);
      const { contacts, ...rest } = await readContactFile(csv, { phoneColumn, timezone, check });
      const numbers = contacts.map(({ phoneNumber }) => phoneNumber);
      const listed = await doNotCall.among(scope, numbers);
      return {
        ...rest,
        contacts: contacts.length - listed.size,
        doNotCall: listed.size,
        sample: contacts.filter(({ phoneNumber }) => !listed.has(phoneNumber)).slice(0, sampled),
      };
    },

    /** Those of a new batch. Throws INVALID_INPUT naming the rows that cannot be called. */
    async contactsOf(scope: Scope, body: Body<typeof createBatchCall>): Promise<readonly NewContact[]> {
      const { csv, contacts = [], phoneColumn, timezone, fromNumber, skipsFaulty } = body;
      if (csv === undefined) return contacts;
      const check = checkFrom(scope, fromNumber);
      const file = await readContactFile(csv, { phoneColumn, timezone, check });
      const [first] = file.problems;
      if (first && !skipsFaulty)
        throw new AppError(
          'INVALID_INPUT',
          file.faulty === 1
            ? `1 row cannot be called: line ${first.line}, ${first.column} ${first.message}.`
            : `${file.faulty} rows cannot be called; the first: line ${first.line}, ${first.column} ${first.message}.`,
          {
            details: file.problems.map(({ line, column, message }) => ({
              path: `csv.${line}.${column}`,
              message,
            })),
          },
        );
      return file.contacts.map(({ line: _, ...contact }) => ({ ...contact, metadata: {} }));
    },
  };
}
