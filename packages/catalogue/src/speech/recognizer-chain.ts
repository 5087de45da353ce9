import type { HearingLine, HearingRequest, SpeechToText } from '@tendril/contract/provider/speech-to-text';

/** Whichever of them hears first: opening a line again, because the one before broke, goes on with the next. */
export function chainRecognizers([first, ...others]: readonly [
  SpeechToText,
  ...SpeechToText[],
]): SpeechToText {
  if (others.length === 0) return first;
  const all = [first, ...others];
  return {
    label: first.label,
    isStandIn: first.isStandIn,
    choices: all.reduce((sum, { choices = 1 }) => sum + choices, 0),
    // A chain is of one call, as its request is.
    open: openerOf(all),
  };
}

function openerOf(all: readonly SpeechToText[]): (request: HearingRequest) => Promise<HearingLine> {
  let next = 0;
  return async (request) => {
    let failure: unknown;
    for (let tried = 0; tried < all.length; tried += 1) {
      // Two people are heard side by side, each from the first recognizer on.
      const recognizer = all[(request.aside ? request.aside.attempt + tried : next) % all.length];
      if (!request.aside) next += 1;
      try {
        if (recognizer) return await recognizer.open(request);
      } catch (error) {
        request.signal.throwIfAborted();
        failure ??= error;
      }
    }
    throw failure;
  };
}
