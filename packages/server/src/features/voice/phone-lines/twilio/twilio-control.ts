import { randomUUID } from 'node:crypto';
import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { LineControl } from '../media/carrier-line.ts';
import { type LineBook, transferRingMs } from '../media/line-book.ts';
import type { TwilioCalls } from './twilio-calls.ts';
import { dialMarkup, roomMarkup } from './twilio-markup.ts';

const introduction = 'A caller is being connected to you.';

interface ControlParts {
  calls: TwilioCalls;
  book: Pick<LineBook, 'consult'>;
  number: PhoneNumber;
  /** The caller's number; '' for a hidden one. */
  caller: string;
  sid(): string;
  newsUrl(about: Readonly<Record<string, string>>): string;
}

/** What the API of Twilio does with a call. Keys have no command there that leaves the stream open: they are sounded. */
export function twilioControl(parts: ControlParts): LineControl {
  const { calls, number, caller, sid } = parts;
  return {
    hangUp: async () => void (await calls.change(sid(), { Status: 'completed' })),

    async transfer({ number: to, kind, displayedNumber, ringMs = transferRingMs }, note) {
      if (kind === 'cold') {
        note('transferring');
        const shown = displayedNumber === 'transferee' ? caller : number.phoneNumber;
        await calls.change(sid(), { Twiml: dialMarkup(to, shown || undefined, ringMs) });
        return;
      }
      const room = randomUUID();
      note('on-hold');
      await ring(parts, { to, room, ringMs });
      note('transferring');
      await calls.change(sid(), { Twiml: roomMarkup(room, false) });
    },
  };
}

/** Rings the person who is to take over, who then waits in the room. */
function ring(
  { calls, book, number, newsUrl }: ControlParts,
  { to, room, ringMs }: { to: string; room: string; ringMs: number },
): Promise<string> {
  return book.consult(ringMs, (leg) =>
    calls.create({
      To: to,
      From: number.phoneNumber,
      Twiml: roomMarkup(room, true, introduction),
      Timeout: String(Math.max(1, Math.round(ringMs / 1000))),
      StatusCallback: newsUrl({ leg }),
      StatusCallbackEvent: ['answered', 'completed'],
    }),
  );
}
