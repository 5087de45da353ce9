import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import type { ReplyPart, SpokenTurn } from '@tendril/voice/responder';
import * as z from 'zod';

const share = z.number().min(0).max(1);
const reply = {
  content: z.string().nullish(),
  content_complete: z.boolean().nullish(),
  no_interruption_allowed: z.boolean().nullish(),
  end_call: z.boolean().nullish(),
  transfer_number: z.string().max(100).nullish(),
  digit_to_press: z
    .string()
    .regex(/^[0-9*#]{1,50}$/)
    .nullish(),
};

/** What a custom LLM sends; unknown fields are ignored. */
const message = z.discriminatedUnion('response_type', [
  z.object({
    response_type: z.literal('config'),
    config: z.object({
      auto_reconnect: z.boolean().nullish(),
      call_details: z.boolean().nullish(),
      transcript_with_tool_calls: z.boolean().nullish(),
    }),
  }),
  z.object({ response_type: z.literal('response'), response_id: z.number().int().min(0), ...reply }),
  z.object({ response_type: z.literal('agent_interrupt'), interrupt_id: z.number().int(), ...reply }),
  z.object({ response_type: z.literal('ping_pong'), timestamp: z.number().nullish() }),
  z.object({
    response_type: z.literal('tool_call_invocation'),
    tool_call_id: z.string().min(1).max(200),
    name: z.string().max(200),
    arguments: z.string().max(100_000),
  }),
  z.object({
    response_type: z.literal('tool_call_result'),
    tool_call_id: z.string().min(1).max(200),
    content: z.string().max(100_000),
    successful: z.boolean().nullish(),
  }),
  z.object({ response_type: z.literal('metadata'), metadata: z.unknown() }),
  z.object({
    response_type: z.literal('update_agent'),
    agent_config: z.object({
      responsiveness: share.nullish(),
      interruption_sensitivity: share.nullish(),
      reminder_trigger_ms: z.number().int().min(1).max(3_600_000).nullish(),
      reminder_max_count: z.number().int().min(0).max(100).nullish(),
    }),
  }),
]);
export type LlmMessage = z.output<typeof message>;
export type CustomLlmReply = Extract<LlmMessage, { response_type: 'response' | 'agent_interrupt' }>;

const known: ReadonlySet<unknown> = new Set(message.options.map((one) => one.shape.response_type.value));

/** Parses one frame: undefined for an unknown type; `corrupt` for what is not a message at all. */
export function readLlmMessage(frame: string | Uint8Array): LlmMessage | undefined | 'corrupt' {
  if (typeof frame !== 'string') return 'corrupt';
  let value: unknown;
  try {
    value = parseShallowJson(frame);
  } catch {
    return 'corrupt';
  }
  const parsed = message.safeParse(value);
  if (parsed.success) return parsed.data;
  const kind = (value as { response_type?: unknown } | null)?.response_type;
  return typeof kind === 'string' && !known.has(kind) ? undefined : 'corrupt';
}

/** What one message asks of the call, in the order in which it happens. */
export function partsOf(reply: CustomLlmReply): ReplyPart[] {
  const parts: ReplyPart[] = [];
  if (reply.no_interruption_allowed) parts.push({ type: 'no-interruption' });
  if (reply.content) parts.push({ type: 'text', text: reply.content });
  if (reply.digit_to_press) parts.push({ type: 'press', digits: reply.digit_to_press });
  if (reply.transfer_number) parts.push({ type: 'transfer', number: reply.transfer_number });
  if (reply.end_call) parts.push({ type: 'end-call' });
  return parts;
}

/** The conversation in the protocol's format; both lists, if the server asked for them. */
export function toTranscripts(turns: readonly SpokenTurn[], withTools: boolean): object {
  const utterances = turns.flatMap((turn) => (turn.speaker === 'tool' ? [] : [utterance(turn)]));
  if (!withTools) return { transcript: utterances };
  const all = turns.flatMap((turn): object[] =>
    turn.speaker === 'tool'
      ? [
          {
            role: 'tool_call_invocation',
            tool_call_id: turn.toolId,
            name: turn.name,
            arguments: turn.arguments,
          },
          { role: 'tool_call_result', tool_call_id: turn.toolId, content: turn.result },
        ]
      : [utterance(turn)],
  );
  return { transcript: utterances, transcript_with_tool_calls: all };
}

function utterance({ speaker, text }: Exclude<SpokenTurn, { speaker: 'tool' }>): object {
  return { role: speaker === 'caller' ? 'user' : 'agent', content: text, words: [] };
}
