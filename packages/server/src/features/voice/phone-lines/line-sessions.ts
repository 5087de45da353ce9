import type { DisconnectionReason } from '@tendril/contract/call-event';
import type { Logger } from 'pino';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import type { Calls } from '../calls/public.ts';
import { PhoneCallLine } from './phone-call-line.ts';
import type { PhoneLine } from './phone-line.ts';

interface LineSessionParts {
  calls: Pick<Calls, 'start' | 'phones'>;
  log: Logger;
}

export type LineSessions = ReturnType<typeof lineSessions>;

/** Registered telephone calls and their lines: where a line stands is stored, and its conversation begun. */
export function lineSessions({ calls, log }: LineSessionParts) {
  const { phones } = calls;

  /** What the call says of its line follows in the order in which it happened. */
  function follow(row: CallTable, line: PhoneLine): void {
    let noted = Promise.resolve();
    line.onState((state) => {
      if (state === 'ended') return;
      noted = noted
        .then(() => phones.noteLine(row, { state, carrierCallId: line.carrierCallId }))
        .catch((error: unknown) => log.warn({ err: error, callId: row.id }, 'a line could not be noted'));
    });
  }

  return {
    /** Follows a line from its first ringing; `begin` is called once it was answered. */
    prepare(row: CallTable, line: PhoneLine): { begin(): Promise<void> } {
      row.carrierCallId = line.carrierCallId;
      const callLine = new PhoneCallLine(line);
      follow(row, line);
      return {
        async begin() {
          await phones.noteLine(row, { state: 'answered', carrierCallId: line.carrierCallId });
          callLine.attach(await calls.start(row, callLine));
        },
      };
    },

    /** Ends a call whose line nobody has answered. */
    async giveUp(row: CallTable, reason: DisconnectionReason): Promise<void> {
      try {
        await phones.endUnanswered(row, reason);
      } catch (error) {
        log.error({ err: error, callId: row.id }, 'the end of a telephone call could not be stored');
      }
    },
  };
}
