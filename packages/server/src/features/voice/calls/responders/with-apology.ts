import type { ReplyPart, ReplyRequest } from '@tendril/voice/responder';
import { ResponderFailure } from '@tendril/voice/responder-failure';
import { apologies } from './apologies.data.ts';
import type { CallBrain } from './call-brain.ts';

/** A responder whose failures are audible: an answer that fails ends in a sentence that says so. */
export function withApology(brain: CallBrain, language: string): CallBrain {
  const words = apologies[language.split('-')[0] ?? 'en'] ?? apologies['en'] ?? '';

  async function* reply(request: ReplyRequest): AsyncGenerator<ReplyPart> {
    let hasSpoken = false;
    try {
      for await (const part of brain.reply(request)) {
        hasSpoken ||= part.type === 'text';
        yield part;
      }
    } catch (error) {
      const isHeard = !request.signal.aborted && !(error instanceof ResponderFailure);
      if (isHeard) yield { type: 'text', text: hasSpoken ? ` ${words}` : words };
      // The call reports the failure, and gives up when it repeats.
      throw error;
    }
  }

  return {
    isDemo: brain.isDemo,
    reply,
    ...(brain.observe && { observe: (event) => brain.observe?.(event) }),
    ...(brain.close && { close: () => brain.close?.() }),
  };
}
