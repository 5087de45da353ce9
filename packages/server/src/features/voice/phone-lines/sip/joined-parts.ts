import type { SipLineParts } from './sip-line-parts.ts';

/** What a line works with that goes on with the call of another one, whose sound its own has taken over. */
export function joinedParts(before: SipLineParts, taken: SipLineParts): SipLineParts {
  before.call.events = { onState() {}, onMedia() {}, onKey() {}, onEnded() {} };
  return {
    ...taken,
    sound: before.sound,
    onPassed: before.onPassed,
    onClosed() {
      taken.onClosed();
      before.onClosed();
    },
  };
}
