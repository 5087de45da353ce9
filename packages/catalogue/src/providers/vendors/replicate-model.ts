import { setTimeout as wait } from 'node:timers/promises';
import { APICallError, type LanguageModelV4 } from '@ai-sdk/provider';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import * as z from 'zod';
import { definite } from '../../model/definite.ts';
import { readRefusal, withoutSecret } from '../../model/read-refusal.ts';
import { createTextModel } from './text-model.ts';

const origin = 'https://api.replicate.com/v1';
const pauseMs = 500;

const prediction = z.object({
  id: z.string(),
  status: z.string(),
  output: z.union([z.string(), z.array(z.string())]).nullish(),
  error: z.unknown().optional(),
});

type Prediction = z.output<typeof prediction>;

interface ReplicateConnection {
  /** `owner/name`, or `owner/name:version`. */
  modelId: string;
  apiKey: string;
  /** What this model takes beside the prompt. */
  inputs: Readonly<Record<string, unknown>>;
  fetch: FetchFunction;
}

/** A model with a version is asked by that, one without by its name. */
function addressOf(modelId: string): { path: string; version?: string } {
  const [name = '', version] = modelId.split(':');
  return version
    ? { path: 'predictions', version }
    : { path: `models/${name.split('/').map(encodeURIComponent).join('/')}/predictions` };
}

/** A model at Replicate: a prediction is started and read until it has ended; one whose caller has gone is cancelled. */
export function createReplicateModel({
  modelId,
  apiKey,
  inputs,
  fetch,
}: ReplicateConnection): LanguageModelV4 {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', prefer: 'wait' };

  async function send(path: string, init: RequestInit): Promise<Prediction> {
    const url = `${origin}/${path}`;
    const response = await fetch(url, { ...init, headers });
    if (!response.ok) throw await readRefusal(response, url, apiKey);
    return prediction.parse(await response.json());
  }

  async function untilEnded(started: Prediction, signal: AbortSignal | undefined): Promise<Prediction> {
    let current = started;
    const path = `predictions/${encodeURIComponent(started.id)}`;
    try {
      while (current.status === 'starting' || current.status === 'processing') {
        await wait(pauseMs, undefined, signal && { signal });
        current = await send(path, { signal: signal ?? null });
      }
    } catch (error) {
      if (signal?.aborted) await send(`${path}/cancel`, { method: 'POST' }).catch(() => {});
      throw error;
    }
    return current;
  }

  return createTextModel('replicate', modelId, async (prompt, options) => {
    const { path, version } = addressOf(modelId);
    const settings = definite({
      temperature: options.temperature,
      max_tokens: options.maxOutputTokens,
      top_p: options.topP,
    });
    const body = JSON.stringify({ version, input: { prompt, ...settings, ...inputs } });
    const signal = options.abortSignal;
    const started = await send(path, { method: 'POST', body, signal: signal ?? null });
    const { status, output, error } = await untilEnded(started, signal);
    if (status === 'succeeded') return Array.isArray(output) ? output.join('') : (output ?? '');
    const message = withoutSecret(String(error ?? `the prediction is ${status}`), apiKey);
    throw new APICallError({ message, url: origin, requestBodyValues: {}, statusCode: 422 });
  });
}
