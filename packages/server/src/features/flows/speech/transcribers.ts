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
}

interface Transcriber {
  label: string;
  /** Field of the credential without which the vendor refuses every request. */
  needs?: string;
  run(request: TranscribeRequest): Promise<string>;
}

const limitMs = 60_000;
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
};

function timed({ signal }: TranscribeRequest) {
  return { timeoutMs: limitMs, ...(signal && { signal }) };
}

function blobOf({ mediaType, content }: SpokenFile): Blob {
  return new Blob([new Uint8Array(content)], { type: mediaType });
}

/** OpenAI's transcription request, which other servers accept too. */
async function askWhisper(
  vendor: string,
  address: string,
  model: string,
  request: TranscribeRequest,
): Promise<string> {
  const { file, settings, secret, fetch } = request;
  const form = new FormData();
  form.append('file', blobOf(file), file.name);
  form.append('model', textOf(settings, 'model') || model);
  for (const name of ['language', 'temperature', 'prompt']) {
    const value = textOf(settings, name);
    if (value) form.append(name, value);
  }
  const key = secret['openAIApiKey'] ?? secret['groqApiKey'] ?? secret['localAIApiKey'];
  const headers = key ? { authorization: `Bearer ${key}` } : {};
  const url = `${addressOf(settings, address)}/audio/transcriptions`;
  const response = await fetch(url, { method: 'POST', headers, body: form }, timed(request));
  return readText(vendor, await requireAnswer(vendor, response));
}

async function askAssembly(request: TranscribeRequest): Promise<string> {
  const vendor = 'AssemblyAI';
  const { file, settings, secret, fetch } = request;
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
  for (const until = Date.now() + limitMs; Date.now() < until; ) {
    const answer = await requireAnswer(
      vendor,
      await fetch(`${base}/transcript/${id}`, { headers }, timed(request)),
    );
    const state = (await answer.json()) as { status: string; text?: string; error?: string };
    if (state.status === 'completed') return (state.text ?? '').trim();
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

async function askAzure(request: TranscribeRequest): Promise<string> {
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
  const { combinedPhrases } = (await answer.json()) as { combinedPhrases?: { text?: string }[] };
  return (combinedPhrases?.[0]?.text ?? '').trim();
}

async function readText(vendor: string, response: Response): Promise<string> {
  const body = await response.text();
  try {
    const { text } = parseShallowJson(body) as { text?: unknown };
    if (typeof text === 'string') return text.trim();
  } catch {}
  throw new AppError('PROVIDER_REFUSED', `${vendor} returned a response without text.`);
}
