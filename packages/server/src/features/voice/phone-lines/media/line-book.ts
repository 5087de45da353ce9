import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { OfferAnswer, PhoneLine } from '../phone-line.ts';
import type { CarrierLine } from './carrier-line.ts';
import { createConsultations } from './consultations.ts';
import { createPendingLines } from './pending-lines.ts';

/** A stream that was asked for opens within this time, or its caller has gone. */
export const streamWithinMs = 30_000;
/** How long somebody who is to take over a call lets it ring. */
export const transferRingMs = 30_000;

export type LineBook = ReturnType<typeof createLineBook>;

/** What a carrier calls a line is known at one number alone: a signature for another one reaches nothing here. */
export const lineKey = ({ id }: Pick<PhoneNumber, 'id'>, key: string): string => `${id} ${key}`;

/**
 * The lines of one carrier in this process, and who is being rung for them; `nameOwner` adds the process to a token, and
 * `onExpected` is called when a stream is asked for.
 */
export function createLineBook(nameOwner: (token: string) => string, onExpected: () => void) {
  const pending = createPendingLines();
  const lines = new Map<string, CarrierLine>();
  const consultations = createConsultations();

  return {
    /** News about a line name it by this key, for they may come before its id does. */
    add(key: string, line: CarrierLine): void {
      lines.set(key, line);
      line.ended.then(
        () => lines.delete(key),
        () => undefined,
      );
    },

    find: (key: string): CarrierLine | undefined => lines.get(key),

    /** A token that opens the line's stream once. */
    expect(line: CarrierLine, forMs: number): string {
      onExpected();
      return nameOwner(pending.add(line, forMs));
    },

    /** The line of a token, if it is the call that the stream belongs to; the token is used up. */
    take(token: string, carrierCallId: string | undefined): CarrierLine | undefined {
      const line = pending.take(token.slice(token.indexOf('.') + 1));
      const isSame = line && (line.carrierCallId === '' || line.carrierCallId === carrierCallId);
      return isSame ? line : undefined;
    },

    /** Begins the call that was offered once its stream is open; drops it when that does not come. */
    begin(line: CarrierLine, offered: Extract<OfferAnswer, { action: 'answer' }>): void {
      const late = setTimeout(() => line.finish('user_hangup'), streamWithinMs);
      hasAnswered(line)
        .then((isAnswered) => {
          clearTimeout(late);
          return isAnswered ? offered.begin(line) : offered.drop('user_hangup');
        })
        .catch(() => line.close());
    },

    consultations,
  };
}

/** Whether a line is answered before it ends. */
function hasAnswered({ answered, ended }: PhoneLine): Promise<boolean> {
  return Promise.race([answered.then(() => true), ended.then(() => false)]);
}
