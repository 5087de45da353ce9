import type { SipLineParts } from './sip-line-parts.ts';

/** What a line works with that goes on with the call of another one; its own call is nobody's any more. */
export function joinedParts(before: SipLineParts, taken: SipLineParts): SipLineParts {
  before.call.events = { onState() {}, onMedia() {}, onKey() {}, onEnded() {} };
  return {
    ...taken,
    onPassed: before.onPassed,
    onClosed() {
      taken.onClosed();
      before.onClosed();
    },
  };
}
