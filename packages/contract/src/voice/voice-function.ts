import * as z from 'zod';

/** Names under which a model may call a function. */
export const functionNamePattern = /^[A-Za-z0-9_-]{1,64}$/;

const text = (max: number) => z.string().max(max, `must have at most ${max} characters`);
const common = {
  /** Stays while a function is edited; minted by the form. */
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  name: text(64),
  description: text(2000),
};
const calendar = {
  /** Kept sealed on the server and answered as a mask; the mask sent back keeps what is stored. */
  calApiKey: text(500),
  eventTypeId: text(100),
  timezone: text(100),
};

/** Forms of the six functions. Drafts are stored as they are: see `functionProblems`. */
export const endCallFunction = z.strictObject({ ...common, type: z.literal('end_call') });
const transferCallFunction = z.strictObject({
  ...common,
  type: z.literal('transfer_call'),
  target: z.enum(['static', 'dynamic']),
  /** E.164, or with `{{variables}}`. */
  number: text(100),
  /** Tells the model how to find the number. */
  routingPrompt: text(4000),
  transferType: z.enum(['cold', 'warm']),
  /** The transferee's number is shown in cold transfers only. */
  displayedNumber: z.enum(['agent', 'transferee']),
});
const checkCalendarFunction = z.strictObject({
  ...common,
  ...calendar,
  type: z.literal('check_availability_cal'),
});
export const bookCalendarFunction = z.strictObject({
  ...common,
  ...calendar,
  type: z.literal('book_appointment_cal'),
});
export const pressDigitFunction = z.strictObject({
  ...common,
  type: z.literal('press_digit'),
  delayMs: z.number().int().min(0, 'must be 0 to 5000').max(5000, 'must be 0 to 5000'),
});
export const customFunction = z.strictObject({
  ...common,
  type: z.literal('custom'),
  url: text(2000),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  headers: z.record(text(200), text(4000)),
  timeoutMs: z.number().int().min(1000, 'must be 1000 to 600000').max(600_000, 'must be 1000 to 600000'),
  /** JSON schema as it was typed, broken or not. */
  parameters: text(50_000),
  /** The arguments are the whole body; else it is `{ name, call, args }`. */
  argsAtRoot: z.boolean(),
  speakDuring: z.boolean(),
  speakDuringMessage: text(2000),
  speakAfter: z.boolean(),
  /** Variable to path in the answer: "order.status". */
  responseVariables: z.record(text(64), text(500)),
});

export const voiceFunction = z.discriminatedUnion('type', [
  endCallFunction,
  transferCallFunction,
  checkCalendarFunction,
  bookCalendarFunction,
  pressDigitFunction,
  customFunction,
]);
export type VoiceFunction = z.output<typeof voiceFunction>;
export type VoiceFunctionType = VoiceFunction['type'];

/** In the order of the Add menu. */
export const functionTypes = [
  { type: 'end_call', label: 'End Call' },
  { type: 'transfer_call', label: 'Call Transfer' },
  { type: 'check_availability_cal', label: 'Check Calendar Availability' },
  { type: 'book_appointment_cal', label: 'Book on the Calendar' },
  { type: 'press_digit', label: 'Press Digit' },
  { type: 'custom', label: 'Custom Function' },
] as const satisfies readonly { type: VoiceFunctionType; label: string }[];
