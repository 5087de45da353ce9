import { AppError } from '@tendril/contract/app-error';
import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import type { Egress } from '../../../platform/egress/egress.ts';
import { addressOf, requireAnswer, type SpeechSettings, textOf } from './speech-vendor.ts';

/** A piece of recorded speech. */
export interface SpokenFile {
  name: string;
  mediaType: string;
  content: Uint8Array;
}

interface TranscribeRequest {
  file: SpokenFile;
  settings: SpeechSettings;
  /** Fields of the chosen credential; empty where none is chosen. */
  secret: Readonly<Record<string, string>>;
  fetch: Egress['fetch'];
  signal?: AbortSignal | undefined;
  /** Recordings are heard with the times of their words, and may take long. */
  wantsTimes?: boolean;
}

/** What was said, and where it was asked for, when. */
export interface Transcript {
  text: string;
  segments: readonly { fromMs: number; toMs: number; text: string }[];
}

interface Transcriber {
  label: string;
  /** Field of the credential without which the vendor refuses every request. */
  needs?: string;
  run(request: TranscribeRequest): Promise<Transcript>;
}

const limitMs = 60_000;
const recordingMs = 600_000;
const pollMs = 1000;

/** By the keys under which flow files store their settings. */
export const transcribers: Readonly<Record<string, Transcriber>> = {
  openAIWhisper: {
    label: 'OpenAI Whisper',
    needs: 'openAIApiKey',
    run: (request) => askWhisper('OpenAI Whisper', 'https://api.openai.com/v1', 'whisper-1', request),
  },
  groqWhisper: {
    label: 'Groq Whisper',
    needs: 'groqApiKey',
    run: (request) =>
      askWhisper('Groq Whisper', 'https://api.groq.com/openai/v1', 'whisper-large-v3', request),
  },
  localAISTT: {
    label: 'LocalAI',
    run: (request) => askWhisper('LocalAI', 'http://localhost:8080/v1', 'whisper-1', request),
  },
  assemblyAiTranscribe: { label: 'AssemblyAI', needs: 'assemblyAIApiKey', run: askAssembly },
  azureCognitive: { label: 'Azure Cognitive Services', needs: 'azureSubscriptionKey', run: askAzure },
  deepgram: { label: 'Deepgram', needs: 'deepgramApiKey', run: askDeepgram },
  elevenLabsSTT: { label: 'ElevenLabs', needs: 'elevenLabsApiKey', run: askElevenLabs },
};

const limitOf = ({ wantsTimes }: TranscribeRequest) => (wantsTimes ? recordingMs : limitMs);

function timed(request: TranscribeRequest) {
  const { signal } = request;
  return { timeoutMs: limitOf(request), ...(signal && { signal }) };
}

const spoken = (text: unknown): Transcript => ({
  text: typeof text === 'string' ? text.trim() : '',
  segments: [],
});
const inMs = (seconds: number) => Math.round(seconds * 1000);

function blobOf({ mediaType, content }: SpokenFile): Blob {
  return new Blob([new Uint8Array(content)], { type: mediaType });
}

/** OpenAI's transcription request, which other servers accept too. */
async function askWhisper(
  vendor: string,
  address: string,
  model: string,
  request: TranscribeRequest,
): Promise<Transcript> {
  const { file, settings, secret, fetch, wantsTimes } = request;
  const form = new FormData();
  form.append('file', blobOf(file), file.name);
  if (wantsTimes) form.append('response_format', 'verbose_json');
  form.append('model', textOf(settings, 'model') || model);
  for (const name of ['language', 'temperature', 'prompt']) {
    const value = textOf(settings, name);
    if (value) form.append(name, value);
  }
  const key = secret['openAIApiKey'] ?? secret['groqApiKey'] ?? secret['localAIApiKey'];
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  const url = `${addressOf(settings, address)}/audio/transcriptions`;
  const response = await fetch(url, { method: 'POST', headers, body: form }, timed(request));
  return readTranscript(vendor, await requireAnswer(vendor, response));
}

/** With its times in milliseconds. */
interface AssemblySentence {
  start: number;
  end: number;
  text: string;
}

async function askAssembly(request: TranscribeRequest): Promise<Transcript> {
  const vendor = 'AssemblyAI';
  const { file, settings, secret, fetch, wantsTimes } = request;
  const base = addressOf(settings, 'https://api.assemblyai.com/v2');
  const headers = { authorization: secret['assemblyAIApiKey'] ?? '' };
  const post = async (path: string, body: Blob | string, type: string) => {
    const init = { method: 'POST', headers: { ...headers, 'content-type': type }, body };
    const answer = await requireAnswer(vendor, await fetch(`${base}/${path}`, init, timed(request)));
    return (await answer.json()) as Record<string, string>;
  };
  const { upload_url } = await post('upload', blobOf(file), 'application/octet-stream');
  const language = textOf(settings, 'language');
  const job = { audio_url: upload_url, ...(language && { language_code: language }) };
  const { id } = await post('transcript', JSON.stringify(job), 'application/json');
  const read = async (path: string) =>
    (
      await requireAnswer(vendor, await fetch(`${base}/transcript/${path}`, { headers }, timed(request)))
    ).json();
  for (const until = Date.now() + limitOf(request); Date.now() < until; ) {
    const state = (await read(id ?? '')) as { status: string; text?: string; error?: string };
    if (state.status === 'completed') {
      const given = wantsTimes ? ((await read(`${id}/sentences`)) as { sentences?: AssemblySentence[] }) : {};
      const segments = (given.sentences ?? []).map(({ start, end, text }) => ({
        fromMs: start,
        toMs: end,
        text,
      }));
      return { ...spoken(state.text), segments };
    }
    if (state.status === 'error')
      throw new AppError('PROVIDER_REFUSED', `${vendor}: ${state.error ?? 'failed'}`);
    await pause(request.signal);
  }
  throw new AppError('PROVIDER_UNAVAILABLE', `${vendor} took too long.`);
}

function pause(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, pollMs);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}

async function askAzure(request: TranscribeRequest): Promise<Transcript> {
  const vendor = 'Azure Cognitive Services';
  const { file, settings, secret, fetch } = request;
  const region = secret['serviceRegion'] ?? '';
  if (!textOf(settings, 'baseUrl') && !/^[a-z0-9-]{2,40}$/i.test(region))
    throw new AppError('CREDENTIAL_MISSING', `${vendor}: the secret names no service region.`);
  const base = addressOf(settings, `https://${region}.api.cognitive.microsoft.com`);
  const version = secret['apiVersion'] || '2024-11-15';
  const channels = textOf(settings, 'audioChannels') || textOf(settings, 'channels');
  const definition = {
    locales: [textOf(settings, 'language') || 'en-US'],
    profanityFilterMode: textOf(settings, 'profanityFilterMode') || 'Masked',
    ...(channels && { channels: channels.split(',').map(Number) }),
  };
  const form = new FormData();
  form.append('audio', blobOf(file), file.name);
  form.append('definition', JSON.stringify(definition));
  const headers = { 'ocp-apim-subscription-key': secret['azureSubscriptionKey'] ?? '' };
  const url = `${base}/speechtotext/transcriptions:transcribe?api-version=${encodeURIComponent(version)}`;
  const answer = await requireAnswer(
    vendor,
    await fetch(url, { method: 'POST', headers, body: form }, timed(request)),
  );
  const { combinedPhrases, phrases = [] } = (await answer.json()) as {
    combinedPhrases?: { text?: string }[];
    phrases?: { offsetMilliseconds: number; durationMilliseconds: number; text: string }[];
  };
  const segments = phrases.map(({ offsetMilliseconds: fromMs, durationMilliseconds, text }) => ({
    ...{ fromMs, toMs: fromMs + durationMilliseconds, text },
  }));
  return { ...spoken(combinedPhrases?.[0]?.text), segments };
}

async function askDeepgram(request: TranscribeRequest): Promise<Transcript> {
  const vendor = 'Deepgram';
  const { file, settings, secret, fetch } = request;
  const language = textOf(settings, 'language');
  const query = new URLSearchParams({
    ...{ model: textOf(settings, 'model') || 'nova-3', smart_format: 'true', utterances: 'true' },
    ...(language ? { language } : { detect_language: 'true' }),
  });
  const headers = {
    authorization: `Token ${secret['deepgramApiKey'] ?? ''}`,
    'content-type': file.mediaType,
  };
  const base = addressOf(settings, secret['baseUrl'] || 'https://api.deepgram.com/v1');
  const init = { method: 'POST', headers, body: blobOf(file) };
  const answer = await requireAnswer(vendor, await fetch(`${base}/listen?${query}`, init, timed(request)));
  const { results } = (await answer.json()) as {
    results?: {
      utterances?: { start: number; end: number; transcript: string }[];
      channels?: { alternatives?: { transcript?: string }[] }[];
    };
  };
  const segments = (results?.utterances ?? []).map(({ start, end, transcript }) => ({
    ...{ fromMs: inMs(start), toMs: inMs(end), text: transcript },
  }));
  return { ...spoken(results?.channels?.[0]?.alternatives?.[0]?.transcript), segments };
}

async function askElevenLabs(request: TranscribeRequest): Promise<Transcript> {
  const vendor = 'ElevenLabs';
  const { file, settings, secret, fetch } = request;
  const form = new FormData();
  form.append('file', blobOf(file), file.name);
  form.append('model_id', textOf(settings, 'model') || 'scribe_v1');
  const language = textOf(settings, 'language');
  if (language) form.append('language_code', language);
  const headers = { 'xi-api-key': secret['elevenLabsApiKey'] ?? '' };
  const base = addressOf(settings, secret['baseUrl'] || 'https://api.elevenlabs.io');
  const init = { method: 'POST', headers, body: form };
  const answer = await requireAnswer(vendor, await fetch(`${base}/v1/speech-to-text`, init, timed(request)));
  const { text, words = [] } = (await answer.json()) as {
    text?: string;
    words?: { text: string; start?: number; end?: number; type?: string }[];
  };
  const segments = words
    .filter(({ type, start, end }) => type !== 'spacing' && start !== undefined && end !== undefined)
    .map((word) => ({ fromMs: inMs(word.start ?? 0), toMs: inMs(word.end ?? 0), text: word.text }));
  return { ...spoken(text), segments };
}

async function readTranscript(vendor: string, response: Response): Promise<Transcript> {
  const body = await response.text();
  try {
    const { text, segments = [] } = parseShallowJson(body) as {
      text?: unknown;
      segments?: { start: number; end: number; text: string }[];
    };
    if (typeof text === 'string')
      return {
        ...spoken(text),
        segments: segments.map(({ start, end, text: words }) => ({
          ...{ fromMs: inMs(start), toMs: inMs(end), text: words },
        })),
      };
  } catch {}
  throw new AppError('PROVIDER_REFUSED', `${vendor} returned a response without text.`);
}
