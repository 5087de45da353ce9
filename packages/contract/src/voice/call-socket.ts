import * as z from 'zod';
import type { ErrorDetail } from '../app-error.ts';
import type { LoggedCallEvent } from '../call-event.ts';

/** How long a token opens the socket, once. */
export const callTokenMs = 60_000;

/** What a browser sends as text; binary frames are the microphone. */
export const callCommand = z.discriminatedUnion('type', [
  /** Typed instead of spoken. */
  z.strictObject({ type: z.literal('say'), text: z.string().min(1).max(10_000) }),
  /** How much of the sent audio has been heard, in ms since the last clear. */
  z.strictObject({ type: z.literal('played'), ms: z.number().min(0) }),
  z.strictObject({ type: z.literal('press'), digit: z.string().regex(/^[0-9*#]$/) }),
  z.strictObject({ type: z.literal('hang-up') }),
]);
export type CallCommand = z.output<typeof callCommand>;

/** What the server sends as text; binary frames are the agent's voice. */
export type CallNotice =
  | { type: 'ready'; callId: string }
  | { type: 'event'; event: LoggedCallEvent }
  /** Drop everything that has not been heard. */
  | { type: 'clear' }
  /** What a custom LLM tells the page, as it came. */
  | { type: 'metadata'; metadata: unknown }
  | { type: 'refused'; code: string; message: string; details?: ErrorDetail[] };
