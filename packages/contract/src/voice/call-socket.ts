import * as z from 'zod';
import type { ErrorDetail } from '../app-error.ts';
import type { LoggedCallEvent } from '../call-event.ts';

/** How long a token opens the socket, once. */
export const callTokenMs = 60_000;

/** How long a page may reconnect to its call after its socket was lost. */
export const callResumeMs = 10_000;

/** A browser's text messages; binary frames are the microphone. */
export const callCommand = z.discriminatedUnion('type', [
  /** Typed instead of spoken. */
  z.strictObject({ type: z.literal('say'), text: z.string().min(1).max(10_000) }),
  /** How much of the sent audio was played, in ms since the last clear. */
  z.strictObject({ type: z.literal('played'), ms: z.number().min(0) }),
  z.strictObject({ type: z.literal('press'), digit: z.string().regex(/^[0-9*#]$/) }),
  /** The microphone sends nothing until its next frame. */
  z.strictObject({ type: z.literal('mute') }),
  /** From here on each frame begins with its number and time, as in `numbered-frame.ts`. */
  z.strictObject({ type: z.literal('numbered') }),
  z.strictObject({ type: z.literal('hang-up') }),
]);
export type CallCommand = z.output<typeof callCommand>;

/** The server's text messages; binary frames are the agent's voice. */
export type CallNotice =
  /** `resumeToken` reopens a lost socket, any number of times. `takesNumbered`: the server knows `numbered`. */
  | { type: 'ready'; callId: string; resumeToken?: string; takesNumbered?: true }
  /** The page has reconnected; what it missed follows. */
  | { type: 'resumed' }
  | { type: 'event'; event: LoggedCallEvent }
  /** Drop everything that was not played yet. */
  | { type: 'clear' }
  /** A custom LLM's message to the page, as it came. */
  | { type: 'metadata'; metadata: unknown }
  | { type: 'refused'; code: string; message: string; details?: ErrorDetail[] };
