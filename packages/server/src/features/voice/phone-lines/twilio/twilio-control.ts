import { randomUUID } from 'node:crypto';
import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { TransferTarget } from '@tendril/voice/audio-transport';
import type { LineControl } from '../media/carrier-line.ts';
import { type LineBook, transferRingMs } from '../media/line-book.ts';
import type { TwilioCalls } from './twilio-calls.ts';
import { dialMarkup, roomMarkup } from './twilio-markup.ts';

interface ControlParts {
  calls: TwilioCalls;
  book: Pick<LineBook, 'consultations'>;
  number: PhoneNumber;
  /** The caller's number; '' for a hidden one. */
  caller: string;
  sid(): string;
  newsUrl(about: Readonly<Record<string, string>>): string;
}

/**
 * What the API of Twilio does with a call. Keys have no command there that leaves the stream open: they are sounded. Who
 * is to take over is rung by a call of its own, so that the stream is left only once somebody has answered. A caller's
 * number can be shown in a dial of the caller's own call alone, which ends the stream at once: from there nobody returns.
 */
export function twilioControl(parts: ControlParts): LineControl {
  const { calls, book, caller, sid, newsUrl } = parts;
  return {
    hangUp: async () => void (await calls.change(sid(), { Status: 'completed' })),

    async transfer({ number: to, kind, displayedNumber, ringMs = transferRingMs, handoff }, steps) {
      if (kind === 'cold' && displayedNumber === 'transferee' && caller !== '') {
        steps.note('transferring');
        steps.leave();
        await calls.change(sid(), { Twiml: dialMarkup(to, caller, ringMs) });
        return;
      }
      const room = randomUUID();
      const isWarm = kind === 'warm';
      steps.note(isWarm ? 'on-hold' : 'transferring');
      await book.consultations.consult({
        ...{ ringMs, signal: steps.signal },
        awaits: isWarm ? ['answered', 'human', 'told'] : ['answered'],
        place: (leg) =>
          calls.create(legForm(parts, { to, room, ringMs, isWarm, handoff, newsUrl: newsUrl({ leg }) })),
        cancel: (leg) => calls.change(leg, { Status: 'completed' }),
        async connect() {
          steps.note('transferring');
          steps.leave();
          await calls.change(sid(), { Twiml: roomMarkup({ room }) });
        },
      });
    },
  };
}

interface Leg {
  to: string;
  room: string;
  ringMs: number;
  isWarm: boolean;
  handoff: TransferTarget['handoff'];
  newsUrl: string;
}

/** The call to the person who is to take over, who then waits in the room. */
function legForm({ number }: ControlParts, { to, room, ringMs, isWarm, handoff, newsUrl }: Leg) {
  const detection = {
    MachineDetection: 'Enable',
    AsyncAmd: 'true',
    AsyncAmdStatusCallback: newsUrl,
    AsyncAmdStatusCallbackMethod: 'POST',
  };
  return {
    To: to,
    From: number.phoneNumber,
    Twiml: roomMarkup({ room, joinUrl: newsUrl, ...(isWarm && handoff && { words: handoff }) }),
    Timeout: String(Math.max(1, Math.round(ringMs / 1000))),
    StatusCallback: newsUrl,
    StatusCallbackEvent: ['answered', 'completed'],
    ...(isWarm && detection),
  };
}
