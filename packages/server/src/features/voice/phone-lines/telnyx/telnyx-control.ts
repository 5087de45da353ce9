import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { LineControl } from '../media/carrier-line.ts';
import { type LineBook, transferRingMs } from '../media/line-book.ts';
import type { TelnyxCalls } from './telnyx-calls.ts';

/** What Telnyx speaks; other words are read as English is. */
const spoken = new Set(
  'da-DK de-DE en-AU en-GB en-IN en-US es-ES fr-FR hi-IN it-IT ja-JP ko-KR nl-NL pl-PL pt-BR pt-PT ro-RO ru-RU sv-SE tr-TR'.split(
    ' ',
  ),
);
const nearest: Readonly<Record<string, string>> = {
  'en-NZ': 'en-AU',
  'es-419': 'es-MX',
  'no-NO': 'nb-NO',
  'zh-CN': 'cmn-CN',
};
const languageOf = (code: string) => nearest[code] ?? (spoken.has(code) ? code : 'en-US');

interface ControlParts {
  calls: TelnyxCalls;
  book: Pick<LineBook, 'consultations'>;
  number: PhoneNumber;
  /** The caller's number; '' for a hidden one. */
  caller: string;
  id(): string;
  eventsUrl(about: Readonly<Record<string, string>>): string;
}

/**
 * What the commands of Telnyx do with a call. Who is to take over is rung by a call of its own, whose events are told
 * apart by their address, and bridged once somebody has answered.
 */
export function telnyxControl({ calls, book, number, caller, id, eventsUrl }: ControlParts): LineControl {
  return {
    hangUp: async () => void (await calls.act(id(), 'hangup')),

    press: (digits) => void calls.act(id(), 'send_dtmf', { digits }).catch(() => undefined),

    async transfer({ number: to, kind, displayedNumber, ringMs = transferRingMs, handoff }, steps) {
      const isWarm = kind === 'warm';
      const from = !isWarm && displayedNumber === 'transferee' && caller !== '' ? caller : number.phoneNumber;
      const call = { to, from, timeout_secs: Math.min(600, Math.max(5, Math.round(ringMs / 1000))) };
      steps.note(isWarm ? 'on-hold' : 'transferring');
      await book.consultations.consult({
        ...{ ringMs, signal: steps.signal },
        awaits: isWarm ? ['answered', 'human', ...(handoff ? (['told'] as const) : [])] : ['answered'],
        place: (leg) =>
          calls.create({
            ...call,
            webhook_url: eventsUrl({ leg }),
            ...(isWarm && { answering_machine_detection: 'detect' }),
          }),
        cancel: (leg) => calls.act(leg, 'hangup'),
        onAnswered: async (leg) => {
          if (!isWarm || !handoff) return;
          const language = languageOf(handoff.language);
          await calls.act(leg, 'speak', { payload: handoff.text, voice: 'female', language });
        },
        async connect(leg) {
          steps.note('transferring');
          steps.leave();
          await calls.act(id(), 'bridge', { call_control_id: leg });
        },
      });
    },
  };
}
