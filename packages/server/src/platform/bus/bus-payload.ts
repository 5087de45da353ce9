import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type ControlMessage, revisedKinds } from './control-bus.ts';

/** PostgreSQL takes up to 8,000 bytes. */
const mostBytes = 7000;

const controlMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('revised'),
    scope: z.string(),
    what: z.enum(revisedKinds),
    id: z.string().optional(),
  }),
  z.object({ kind: z.literal('end-session'), familyId: z.string() }),
  z.object({ kind: z.literal('end-key'), keyId: z.string() }),
  z.object({ kind: z.literal('stop-run'), runId: z.string() }),
  z.object({ kind: z.literal('stop-speech'), id: z.string() }),
  z.object({ kind: z.literal('take-over') }),
  z.object({ kind: z.literal('poke-jobs') }),
  z.object({ kind: z.literal('vendor-pause'), id: z.string(), pauseMs: z.number() }),
]) satisfies z.ZodType<ControlMessage>;

const envelope = z.object({ from: z.string(), mark: z.string(), messages: z.array(z.unknown()) });

interface BusPayload {
  /** The process that sent it. */
  from: string;
  /** Unlike that of any other payload: equal notifications of a transaction are sent once only. */
  mark: string;
  messages: ControlMessage[];
}

/** Packs messages into as few payloads as fit. */
export function writePayloads(from: string, messages: readonly ControlMessage[]): string[] {
  const batches: string[][] = [];
  let bytes = 0;
  for (const text of messages.map((message) => JSON.stringify(message))) {
    const size = Buffer.byteLength(text) + 1;
    if (batches.length === 0 || bytes + size > mostBytes) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(text);
    bytes += size;
  }
  return batches.map((texts) => write(from, randomUUID(), texts));
}

/** What a process sends to itself, to see whether it arrives. */
export function writeEcho(from: string, mark: string): string {
  return write(from, mark, []);
}

function write(from: string, mark: string, texts: readonly string[]): string {
  return `{"from":${JSON.stringify(from)},"mark":"${mark}","messages":[${texts.join(',')}]}`;
}

/** Undefined for what is none of ours; messages of kinds that a newer version has are left out. */
export function readPayload(text: string): BusPayload | undefined {
  const read = envelope.safeParse(parseJson(text));
  if (!read.success) return undefined;
  const messages = read.data.messages.flatMap((one) => controlMessage.safeParse(one).data ?? []);
  return { ...read.data, messages };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
