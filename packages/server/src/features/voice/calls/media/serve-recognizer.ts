import type { HearingLine, SpeechToText, Utterance } from '@tendril/contract/provider/speech-to-text';
import type { LinkHandlers } from './call-link.ts';
import { type CarriedError, packError } from './carried-error.ts';

/** Tells the media process what a recognizer has understood. */
interface HearingNotes {
  note(name: string, ...args: readonly unknown[]): void;
}

/** The recognizer of a call whose sound is in the media process: its lines and utterances by their numbers. */
export function serveRecognizer(
  recognizer: SpeechToText,
  link: HearingNotes,
  over: AbortSignal,
): LinkHandlers {
  const lines = new Map<number, HearingLine>();
  const utterances = new Map<number, Utterance>();
  const guard = (line: number, work: () => void) => {
    try {
      work();
    } catch (error) {
      link.note('hearing-broken', line, packError(error) satisfies CarriedError);
    }
  };
  return {
    async 'open-hearing'(
      _signal,
      line: number,
      request: Omit<Parameters<SpeechToText['open']>[0], 'signal'>,
    ) {
      lines.set(line, await recognizer.open({ ...request, signal: over }));
    },
    'begin-utterance'(_signal, line: number, id: number) {
      guard(line, () => {
        const begun = lines.get(line)?.begin((text, isEnd) => link.note('interim', id, text, isEnd));
        if (begun) utterances.set(id, begun);
      });
    },
    'hear-utterance'(_signal, line: number, id: number, samples: Int16Array) {
      guard(line, () => utterances.get(id)?.push(samples));
    },
    async 'finish-utterance'(_signal, id: number) {
      try {
        return (await utterances.get(id)?.finish()) ?? { text: '' };
      } finally {
        utterances.delete(id);
      }
    },
    'cancel-utterance'(_signal, line: number, id: number) {
      guard(line, () => utterances.get(id)?.cancel());
      utterances.delete(id);
    },
    'close-hearing'(_signal, line: number) {
      guard(line, () => lines.get(line)?.close());
      lines.delete(line);
    },
  };
}
