import type { HeardText, HearingLine, SpeechToText } from '@tendril/contract/provider/speech-to-text';
import type { SpeechRequest, SpokenWord, TextToSpeech } from '@tendril/contract/provider/text-to-speech';
import type { CallFunction, FunctionOutcome } from '@tendril/voice/call-function';
import type { FunctionCall, ReplyPart, ReplyRequest, Responder } from '@tendril/voice/responder';
import type { CallLink, LinkHandlers } from './call-link.ts';
import { type CarriedError, unpackError } from './carried-error.ts';
import type { RemoteReply } from './remote-session.ts';
import type { SessionStart } from './session-start.ts';

/** A responder that the server has. */
export function remoteResponder(
  link: CallLink,
  { mayPrepare }: Pick<SessionStart, 'mayPrepare'>,
): Responder & { handlers: LinkHandlers } {
  const open = new Map<number, ReplyRequest>();
  let lastId = 0;
  return {
    mayPrepare,
    async *reply(request) {
      lastId += 1;
      const id = lastId;
      open.set(id, request);
      const { turn, cause, turns, guidance, variables, signal } = request;
      const asked: RemoteReply = { turn, cause, turns, guidance, variables };
      // A reply is cut off while it sounds, which may be long after its last part.
      signal.addEventListener('abort', () => link.note('cut-reply', id, request.heardMs?.() ?? 0), {
        once: true,
      });
      try {
        for await (const part of link.stream('reply', [id, asked], signal)) yield part as ReplyPart;
      } finally {
        open.delete(id);
      }
    },
    close: () => link.note('close-responder'),
    handlers: {
      'call-function': (_signal, id: number, call: FunctionCall) => open.get(id)?.callFunction(call),
      'responder-event': (_signal, id: number, event: Parameters<ReplyRequest['emit']>[0]) =>
        open.get(id)?.emit(event),
    },
  };
}

/** Functions that the server runs. */
export function remoteFunctions(link: CallLink, described: SessionStart['functions']): CallFunction[] {
  return described.map((one, index) => ({
    ...one,
    run: async (input, { variables, signal }) =>
      (await link.ask('run-function', [index, input, variables], signal)) as FunctionOutcome,
  }));
}

/** Voices that the server has. */
export function remoteVoices(link: CallLink, voices: SessionStart['voices']): TextToSpeech[] {
  return voices.map((voice, index) => ({
    ...voice,
    async *speak({ signal, onWords, ...request }: SpeechRequest) {
      for await (const item of link.stream('speak', [index, request], signal)) {
        if (item instanceof Int16Array) yield item;
        else onWords?.(item as SpokenWord[]);
      }
    },
    close: () => link.note('close-voice', index),
  }));
}

/** A recognizer that the server has. */
export function remoteRecognizer(
  link: CallLink,
  recognizer: SessionStart['recognizer'],
): SpeechToText & { handlers: LinkHandlers } {
  const lines = new Map<number, Error | undefined>();
  const interims = new Map<number, (text: string, isEnd?: boolean) => void>();
  let lastLine = 0;
  let lastUtterance = 0;

  function openLine(line: number): HearingLine {
    const requireWhole = () => {
      const error = lines.get(line);
      if (error) throw error;
    };
    return {
      begin(onInterim) {
        requireWhole();
        lastUtterance += 1;
        const id = lastUtterance;
        interims.set(id, onInterim);
        link.note('begin-utterance', line, id);
        return {
          push(samples) {
            requireWhole();
            link.note('hear-utterance', line, id, samples);
          },
          async finish() {
            requireWhole();
            const heard = await link.ask('finish-utterance', [id]);
            interims.delete(id);
            return heard as HeardText;
          },
          cancel() {
            interims.delete(id);
            link.note('cancel-utterance', line, id);
          },
        };
      },
      close() {
        lines.delete(line);
        link.note('close-hearing', line);
      },
    };
  }

  return {
    ...recognizer,
    async open({ signal, ...request }) {
      lastLine += 1;
      const line = lastLine;
      lines.set(line, undefined);
      await link.ask('open-hearing', [line, request], signal);
      return openLine(line);
    },
    handlers: {
      interim: (_signal, id: number, text: string, isEnd?: boolean) => interims.get(id)?.(text, isEnd),
      'hearing-broken': (_signal, line: number, error: CarriedError) => {
        if (lines.has(line)) lines.set(line, unpackError(error));
      },
    },
  };
}
