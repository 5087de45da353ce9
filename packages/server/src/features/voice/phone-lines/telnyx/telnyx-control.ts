import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { LineControl } from '../media/carrier-line.ts';
import { type LineBook, transferRingMs } from '../media/line-book.ts';
import type { TelnyxCalls } from './telnyx-calls.ts';

const introduction = 'A caller is being connected to you.';

interface ControlParts {
  calls: TelnyxCalls;
  book: Pick<LineBook, 'consult'>;
  number: PhoneNumber;
  /** The caller's number; '' for a hidden one. */
  caller: string;
  id(): string;
  eventsUrl(about: Readonly<Record<string, string>>): string;
}

/** What the commands of Telnyx do with a call. */
export function telnyxControl({ calls, book, number, caller, id, eventsUrl }: ControlParts): LineControl {
  return {
    hangUp: async () => void (await calls.act(id(), 'hangup')),

    press: (digits) => void calls.act(id(), 'send_dtmf', { digits }).catch(() => undefined),

    async transfer({ number: to, kind, displayedNumber, ringMs = transferRingMs }, note) {
      const ringSecs = Math.min(600, Math.max(5, Math.round(ringMs / 1000)));
      if (kind === 'cold') {
        note('transferring');
        const from = displayedNumber === 'transferee' && caller !== '' ? caller : number.phoneNumber;
        await calls.act(id(), 'transfer', { to, from, timeout_secs: ringSecs });
        return;
      }
      note('on-hold');
      const other = await book.consult(ringMs, (leg) =>
        calls.create({
          to,
          from: number.phoneNumber,
          timeout_secs: ringSecs,
          webhook_url: eventsUrl({ leg }),
        }),
      );
      await calls.act(other, 'speak', { payload: introduction, voice: 'female', language: 'en-US' });
      note('transferring');
      await calls.act(id(), 'bridge', { call_control_id: other });
    },
  };
}
