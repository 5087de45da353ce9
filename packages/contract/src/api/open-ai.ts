import * as z from 'zod';
import { endpoint } from './endpoint.ts';

const tag = 'OpenAI form';

const textPart = z.looseObject({ type: z.string(), text: z.string().optional() });

/** A message of OpenAI's clients; the handler refuses parts other than text. */
const completionMessage = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: z.union([z.string().max(1_000_000), z.array(textPart).max(1000)]).nullish(),
});

/** Sampling settings and whatever else clients send are dropped: the flow's own models decide. */
const completionBody = z
  .object({
    /** Id or name of a flow. */
    model: z.string().min(1).max(200),
    messages: z.array(completionMessage).min(1).max(1000),
    stream: z.boolean().nullish(),
    stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
    /** For whom the question is asked; not used. */
    user: z.string().max(200).nullish(),
    n: z.number().int().nullish(),
  })
  .meta({ examples: [{ model: 'the-id-of-the-flow', messages: [{ role: 'user', content: 'Hello' }] }] });
export type CompletionBody = z.output<typeof completionBody>;

const usage = z.object({
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  total_tokens: z.number().int(),
});

const finishReason = z.enum(['stop']).nullable();

export const completion = z.object({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.number().int(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.number().int(),
      message: z.object({ role: z.literal('assistant'), content: z.string(), refusal: z.null() }),
      logprobs: z.null(),
      finish_reason: finishReason,
    }),
  ),
  usage,
});

const completionChunk = z.object({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  created: z.number().int(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.number().int(),
      delta: z.object({ role: z.literal('assistant').optional(), content: z.string().optional() }),
      logprobs: z.null(),
      finish_reason: finishReason,
    }),
  ),
  usage: usage.nullish(),
});
export type CompletionChunk = z.output<typeof completionChunk>;

export const createCompletion = endpoint({
  method: 'POST',
  path: '/v1/chat/completions',
  auth: 'flow',
  permits: 'flows:run',
  tag,
  summary: 'Asks a flow as if it were a model: `model` is its id or its name.',
  body: completionBody,
  bodyLimit: 8 * 1024 * 1024,
  response: completion,
  events: completionChunk,
});

const model = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.number().int(),
  owned_by: z.string(),
  /** Ours: the flow's name. */
  name: z.string(),
});

export const listModels = endpoint({
  method: 'GET',
  path: '/v1/models',
  auth: 'sessionOrKey',
  permits: 'flows:read',
  tag,
  summary: 'The flows that can be asked as models.',
  response: z.object({ object: z.literal('list'), data: z.array(model) }),
});

export const readModel = endpoint({
  method: 'GET',
  path: '/v1/models/:model',
  auth: 'sessionOrKey',
  permits: 'flows:read',
  tag,
  summary: 'One flow that can be asked as a model.',
  params: z.strictObject({ model: z.string().min(1).max(200) }),
  response: model,
});
