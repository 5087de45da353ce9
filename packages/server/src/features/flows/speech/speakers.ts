import type { Egress } from '../../../platform/egress/egress.ts';
import { addressOf, requireAnswer, type SpeechSettings, textOf } from './speech-vendor.ts';

interface SpeakRequest {
  text: string;
  settings: SpeechSettings;
  secret: Readonly<Record<string, string>>;
  fetch: Egress['fetch'];
  signal: AbortSignal;
}

export interface Speaker {
  label: string;
  needs: string;
  /** Longest text that the vendor accepts. */
  longest: number;
  /** MP3, streamed. */
  speak(request: SpeakRequest): Promise<Response>;
}

const wholeMs = 120_000;
const maxBytes = 50 * 1024 * 1024;

/** By the keys under which flows store their settings. */
export const speakers: Readonly<Record<string, Speaker>> = {
  openai: { label: 'OpenAI', needs: 'openAIApiKey', longest: 4096, speak: askOpenAi },
  elevenlabs: { label: 'ElevenLabs', needs: 'elevenLabsApiKey', longest: 5000, speak: askElevenLabs },
};

async function askOpenAi({ text, settings, secret, fetch, signal }: SpeakRequest): Promise<Response> {
  const body = {
    model: textOf(settings, 'model') || 'gpt-4o-mini-tts',
    voice: textOf(settings, 'voice') || 'alloy',
    input: text,
    response_format: 'mp3',
  };
  const headers = { authorization: `Bearer ${secret['openAIApiKey']}`, 'content-type': 'application/json' };
  const url = `${addressOf(settings, 'https://api.openai.com/v1')}/audio/speech`;
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return requireAnswer('OpenAI', await fetch(url, init, { signal, maxBytes, timeoutMs: wholeMs }));
}

async function askElevenLabs({ text, settings, secret, fetch, signal }: SpeakRequest): Promise<Response> {
  const voice = encodeURIComponent(textOf(settings, 'voice') || '21m00Tcm4TlvDq8ikWAM');
  const body = { text, model_id: textOf(settings, 'model') || 'eleven_multilingual_v2' };
  const headers = { 'xi-api-key': secret['elevenLabsApiKey'] ?? '', 'content-type': 'application/json' };
  const base = addressOf(settings, 'https://api.elevenlabs.io/v1');
  const url = `${base}/text-to-speech/${voice}/stream?output_format=mp3_44100_128`;
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return requireAnswer('ElevenLabs', await fetch(url, init, { signal, maxBytes, timeoutMs: wholeMs }));
}
