import type { ReadingSettings } from '@tendril/contract/api/reading-settings';
import { AppError } from '@tendril/contract/app-error';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { Block } from '@tendril/contract/provider/block';
import { type Transcript, transcribers, unreachable } from '../../flows/speech/public.ts';

type Sound = NonNullable<ReadingSettings['sound']>;

/** Longer than this, segments are no longer joined to one block. */
const blockMs = 30_000;

const mediaTypes: Readonly<Record<string, string>> = {
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  webm: 'audio/webm',
};

/** The words of a recording with their times, by any vendor of speech recognition that flows can use. Throws NODE_FAILED. */
export async function readSpeech(
  { fetch, readCredential }: Pick<NodeServices, 'fetch' | 'readCredential'>,
  { provider, credential, model, baseUrl, language }: Sound,
  { name, bytes }: { name: string; bytes: Uint8Array },
  signal: AbortSignal,
): Promise<Block[]> {
  const transcriber = transcribers[provider];
  if (!transcriber)
    throw new AppError('NODE_FAILED', `"${name}": no speech recognition of "${provider}" is set up here.`);
  const { label, needs } = transcriber;
  const secret = credential ? await readCredential(credential) : {};
  // A server of one's own may ask for no key.
  if (needs && !secret[needs] && !baseUrl)
    throw new AppError('NODE_FAILED', `"${name}": ${label} needs a key.`);
  const mediaType = mediaTypes[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'audio/mpeg';
  const within: Parameters<typeof transcriber.run>[0]['fetch'] = (url, init, limits) => {
    const ends = [signal, ...(limits?.timeoutMs ? [AbortSignal.timeout(limits.timeoutMs)] : [])];
    return fetch(url, { ...init, signal: AbortSignal.any(ends) });
  };
  const request = {
    file: { name, mediaType, content: bytes },
    settings: { model, baseUrl, language },
    ...{ secret, fetch: within, signal, wantsTimes: true },
  };
  try {
    return toBlocks(await transcriber.run(request));
  } catch (error) {
    signal.throwIfAborted();
    const known = unreachable(label, error);
    throw new AppError('NODE_FAILED', `"${name}": ${(known as Error).message}`, { cause: error });
  }
}

function toBlocks({ text, segments }: Transcript): Block[] {
  if (segments.length === 0) return text === '' ? [] : [{ kind: 'text', text, place: {} }];
  const blocks: Block[] = [];
  for (const { fromMs, toMs, text: words } of segments) {
    const last = blocks.at(-1);
    const time = last?.place.time;
    if (last && time && toMs - time[0] <= blockMs)
      blocks[blocks.length - 1] = {
        ...last,
        text: `${last.text} ${words.trim()}`,
        place: { time: [time[0], toMs] },
      };
    else blocks.push({ kind: 'text', text: words.trim(), place: { time: [fromMs, toMs] } });
  }
  return blocks.filter((block) => block.text !== '');
}
