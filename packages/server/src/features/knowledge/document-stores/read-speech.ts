import type { ReadingSettings } from '@tendril/contract/api/reading-settings';
import { AppError } from '@tendril/contract/app-error';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { Block } from '@tendril/contract/provider/block';
import * as z from 'zod';

type Sound = NonNullable<ReadingSettings['sound']>;

interface Vendor {
  label: string;
  address: string;
  model: string;
  /** Field of the secret. */
  key: string;
}

const vendors: Record<Sound['provider'], Vendor> = {
  openAIWhisper: {
    label: 'OpenAI Whisper',
    address: 'https://api.openai.com/v1',
    model: 'whisper-1',
    key: 'openAIApiKey',
  },
  groqWhisper: {
    label: 'Groq Whisper',
    address: 'https://api.groq.com/openai/v1',
    model: 'whisper-large-v3',
    key: 'groqApiKey',
  },
  localAISTT: {
    label: 'LocalAI',
    address: 'http://localhost:8080/v1',
    model: 'whisper-1',
    key: 'localAIApiKey',
  },
};

const segment = z.object({ start: z.number(), end: z.number(), text: z.string() });
const transcript = z.object({ text: z.string(), segments: z.array(segment).default([]) });

/** Longer than this, segments are no longer joined to one block. */
const blockMs = 30_000;
const answerMs = 600_000;

/** The words of a recording with their times, by a vendor that speaks OpenAI's protocol. Throws NODE_FAILED. */
export async function readSpeech(
  { fetch, readCredential }: Pick<NodeServices, 'fetch' | 'readCredential'>,
  { provider, credential, model, baseUrl }: Sound,
  { name, bytes }: { name: string; bytes: Uint8Array },
  signal: AbortSignal,
): Promise<Block[]> {
  const vendor = vendors[provider];
  const secret = credential ? await readCredential(credential) : {};
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  form.append('model', model || vendor.model);
  form.append('response_format', 'verbose_json');
  const key = secret[vendor.key];
  const response = await fetch(`${(baseUrl ?? vendor.address).replace(/\/$/, '')}/audio/transcriptions`, {
    method: 'POST',
    body: form,
    headers: key ? { authorization: `Bearer ${key}` } : {},
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
  });
  if (!response.ok)
    throw new AppError('NODE_FAILED', `"${name}": ${vendor.label} answered ${response.status}.`);
  const parsed = transcript.safeParse(await response.json());
  if (!parsed.success) throw new AppError('NODE_FAILED', `"${name}": ${vendor.label} gave no text.`);
  return toBlocks(parsed.data);
}

function toBlocks({ text, segments }: z.output<typeof transcript>): Block[] {
  if (segments.length === 0)
    return text.trim() === '' ? [] : [{ kind: 'text', text: text.trim(), place: {} }];
  const blocks: Block[] = [];
  for (const { start, end, text: words } of segments) {
    const [from, to] = [Math.round(start * 1000), Math.round(end * 1000)];
    const last = blocks.at(-1);
    const time = last?.place.time;
    if (last && time && to - time[0] <= blockMs)
      blocks[blocks.length - 1] = {
        ...last,
        text: `${last.text} ${words.trim()}`,
        place: { time: [time[0], to] },
      };
    else blocks.push({ kind: 'text', text: words.trim(), place: { time: [from, to] } });
  }
  return blocks.filter((block) => block.text !== '');
}
