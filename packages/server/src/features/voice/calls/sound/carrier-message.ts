import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import * as z from 'zod';

/** What both carriers write as text, since their numbers are counters. */
const counter = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

const media = z.object({
  track: z.string().optional(),
  chunk: counter.optional(),
  timestamp: counter.optional(),
  payload: z.string().max(48_000),
});

/** A message of a carrier's media socket; fields that nothing here reads are dropped. */
const carrierMessage = z.discriminatedUnion('event', [
  z.object({ event: z.literal('connected') }),
  z.object({
    event: z.literal('start'),
    /** Twilio's place of it. */
    streamSid: z.string().max(200).optional(),
    stream_id: z.string().max(200).optional(),
    start: z.object({
      callSid: z.string().max(200).optional(),
      call_control_id: z.string().max(400).optional(),
      customParameters: z.record(z.string(), z.string().max(500)).optional(),
    }),
  }),
  z.object({ event: z.literal('media'), media }),
  z.object({ event: z.literal('mark'), mark: z.object({ name: z.string().max(200) }) }),
  z.object({ event: z.literal('dtmf'), dtmf: z.object({ digit: z.string().max(2) }) }),
  z.object({ event: z.literal('stop') }),
  z.object({ event: z.literal('error') }),
]);
export type CarrierMessage = z.output<typeof carrierMessage>;
export type StreamStart = Extract<CarrierMessage, { event: 'start' }>;

/** Parses a message; undefined for one that cannot be understood. */
export function readCarrierMessage(text: string): CarrierMessage | undefined {
  try {
    const parsed = carrierMessage.safeParse(parseShallowJson(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
