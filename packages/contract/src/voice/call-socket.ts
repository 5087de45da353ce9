import * as z from 'zod';
import type { ErrorDetail } from '../app-error.ts';
import type { LoggedCallEvent } from '../call-event.ts';

/** How long a token opens the socket, once. */
export const callTokenMs = 60_000;

/** How long a page whose socket broke off may come back to its call. */
export const callResumeMs = 10_000;

/** What a browser sends as text; binary frames are the microphone. */
export const callCommand = z.discriminatedUnion('type', [
  /** Typed instead of spoken. */
  z.strictObject({ type: z.literal('say'), text: z.string().min(1).max(10_000) }),
  /** How much of the sent audio has been heard, in ms since the last clear. */
  z.strictObject({ type: z.literal('played'), ms: z.number().min(0) }),
  z.strictObject({ type: z.literal('press'), digit: z.string().regex(/^[0-9*#]$/) }),
  /** From here on the microphone sends nothing, until its next frame. */
  z.strictObject({ type: z.literal('mute') }),
  z.strictObject({ type: z.literal('hang-up') }),
]);
export type CallCommand = z.output<typeof callCommand>;

/** What the server sends as text; binary frames are the agent's voice. */
export type CallNotice =
  /** `resumeToken` opens the socket again after it broke off, as often as it takes. */
  | { type: 'ready'; callId: string; resumeToken?: string }
  /** The page is back on its line; what it missed follows. */
  | { type: 'resumed' }
  | { type: 'event'; event: LoggedCallEvent }
  /** Drop everything that has not been heard. */
  | { type: 'clear' }
  /** What a custom LLM tells the page, as it came. */
  | { type: 'metadata'; metadata: unknown }
  | { type: 'refused'; code: string; message: string; details?: ErrorDetail[] };
