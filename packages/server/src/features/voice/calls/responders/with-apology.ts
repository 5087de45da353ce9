import type { ReplyPart, ReplyRequest } from '@tendril/voice/responder';
import { ResponderFailure } from '@tendril/voice/responder-failure';
import { apologies } from './apologies.data.ts';
import type { CallResponder } from './call-responder.ts';

/** A responder whose failures are audible: an answer that fails ends in a sentence that says so. */
export function withApology(responder: CallResponder, language: string): CallResponder {
  const words = apologies[language.split('-')[0] ?? 'en'] ?? apologies['en'] ?? '';

  async function* reply(request: ReplyRequest): AsyncGenerator<ReplyPart> {
    let hasSpoken = false;
    try {
      for await (const part of responder.reply(request)) {
        hasSpoken ||= part.type === 'text' || part.type === 'sound';
        yield part;
      }
    } catch (error) {
      const isAudible =
        request.cause !== 'handoff' && !request.signal.aborted && !(error instanceof ResponderFailure);
      if (isAudible) yield { type: 'text', text: hasSpoken ? ` ${words}` : words };
      // The call reports the failure, and gives up when it repeats.
      throw error;
    }
  }

  return {
    isDemo: responder.isDemo,
    mayPrepare: responder.mayPrepare === true,
    reply,
    ...(responder.ears && { ears: responder.ears }),
    ...(responder.voice && { voice: responder.voice }),
    ...(responder.observe && { observe: (event) => responder.observe?.(event) }),
    ...(responder.close && { close: () => responder.close?.() }),
  };
}
