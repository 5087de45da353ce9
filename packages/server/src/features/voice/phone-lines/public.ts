// What other features and the composition may use of this one.
export { createPhoneLines, type PhoneLines } from './create-phone-lines.ts';
export type { LedCalls } from './led-calls.ts';
export type { OutboundCalls } from './outbound-calls.ts';
export { SipLines } from './sip/sip-lines.ts';
