import type {
  SpeechRequest,
  SpokenWord,
  TextToSpeech,
  VoiceEmotion,
} from '@tendril/contract/provider/text-to-speech';
import type { Voice } from '@tendril/contract/voice/voice';
import * as z from 'zod';
import { readMessage } from '../../speech/live/read-message.ts';
import type { LiveSpeechConnection } from '../../speech/speech-connection.ts';
import { offeredRate } from '../../speech/vendor-synthesizer.ts';
import { escapeXml } from '../../speech/voices/escape-xml.ts';
import { createSocketSynthesizer } from '../../speech/voices/socket-synthesizer.ts';
import type { SpokenPart } from '../../speech/voices/voice-socket-protocol.ts';
import { withPronunciations } from '../../speech/voices/with-pronunciations.ts';
import { azureSpeechAddress } from './azure-address.ts';
import { readAzureMessage, toAzureMessage } from './azure-message.ts';

const sampleRates = [8000, 16_000, 22_050, 24_000, 44_100, 48_000];
/** The vendor names its rates in kilohertz. */
const formats: Readonly<Record<number, string>> = { 22050: '22050hz', 44100: '44100hz' };
/** The vendor counts time in units of 100 ns. */
const ticksPerMs = 10_000;

const locales: Readonly<Record<Voice['accent'], string>> = {
  American: 'en-US',
  British: 'en-GB',
  Indian: 'en-IN',
  Australian: 'en-AU',
  Irish: 'en-IE',
  Spanish: 'es-ES',
  German: 'de-DE',
  French: 'fr-FR',
  Mexican: 'es-MX',
};

const styles: Partial<Record<VoiceEmotion, string>> = {
  calm: 'calm',
  sympathetic: 'empathetic',
  happy: 'cheerful',
  sad: 'sad',
  angry: 'angry',
  fearful: 'terrified',
  surprised: 'excited',
};

const metadata = z.object({
  Metadata: z.array(
    z.object({
      Type: z.string(),
      Data: z.object({
        Offset: z.number().default(0),
        Duration: z.number().default(0),
        text: z.object({ Text: z.string(), BoundaryType: z.string().default('WordBoundary') }).optional(),
      }),
    }),
  ),
});

/** The vendor's name of a voice: "en-US-JennyNeural". */
export function azureVoice({ voice_name, accent }: Pick<Voice, 'voice_name' | 'accent'>): string {
  return `${locales[accent]}-${voice_name}Neural`;
}

/** A voice of Azure, over a socket that stays open during the call; the vendor states the times of the words. */
export function createAzureSynthesizer(connection: LiveSpeechConnection, voice: string): TextToSpeech {
  return createSocketSynthesizer(
    connection,
    async () => ({
      vendor: 'Azure',
      address: azureSpeechAddress(connection.baseUrl, 'tts', '/cognitiveservices/websocket/v1'),
      headers: { 'ocp-apim-subscription-key': connection.key },
      rateFor: (wanted) => offeredRate(wanted, sampleRates),
      request: (id, request, sampleRate) => [
        toAzureMessage('speech.config', id, 'application/json', speechConfig),
        toAzureMessage('synthesis.context', id, 'application/json', toContext(sampleRate)),
        toAzureMessage('ssml', id, 'application/ssml+xml', toSsml(voice, request)),
      ],
      read: readPart,
    }),
    'Azure',
  );
}

const speechConfig = JSON.stringify({
  context: { system: { name: 'Tendril', version: '1' }, os: { platform: 'server', name: 'server' } },
});

function toContext(sampleRate: number): string {
  const rate = formats[sampleRate] ?? `${sampleRate / 1000}khz`;
  return JSON.stringify({
    synthesis: {
      audio: {
        metadataOptions: {
          bookmarkEnabled: false,
          punctuationBoundaryEnabled: false,
          sentenceBoundaryEnabled: false,
          sessionEndEnabled: false,
          visemeEnabled: false,
          wordBoundaryEnabled: true,
        },
        outputFormat: `raw-${rate}-16bit-mono-pcm`,
      },
      language: { autoDetection: false },
    },
  });
}

function toSsml(voice: string, { text, speed, emotion, pronunciations }: SpeechRequest): string {
  const words = withPronunciations(
    text,
    pronunciations,
    ({ ipa }, word) => `<phoneme alphabet="ipa" ph="${escapeXml(ipa)}">${escapeXml(word)}</phoneme>`,
    escapeXml,
  );
  const paced = speed === 1 ? words : `<prosody rate="${speed}">${words}</prosody>`;
  const style = emotion && styles[emotion];
  const styled = style ? `<mstts:express-as style="${style}">${paced}</mstts:express-as>` : paced;
  const locale = voice.split('-').slice(0, 2).join('-');
  return (
    '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" ' +
    `xmlns:mstts="http://www.w3.org/2001/mstts" xml:lang="${escapeXml(locale)}">` +
    `<voice name="${escapeXml(voice)}">${styled}</voice></speak>`
  );
}

function readPart(message: string | Uint8Array): SpokenPart | undefined {
  const read = readAzureMessage(message);
  if (!read) return undefined;
  const part = { sentenceId: read.requestId };
  if (read.path === 'audio') return { ...part, bytes: read.bytes };
  if (read.path === 'turn.end') return { ...part, isLast: true };
  if (read.path !== 'audio.metadata') return undefined;
  const parsed = metadata.safeParse(readMessage(read.text));
  return parsed.success ? { ...part, words: wordsIn(parsed.data) } : undefined;
}

function wordsIn({ Metadata }: z.output<typeof metadata>): SpokenWord[] {
  return Metadata.flatMap(({ Type, Data: { Offset, Duration, text } }) => {
    if (Type !== 'WordBoundary' || text?.BoundaryType !== 'WordBoundary') return [];
    const startMs = Offset / ticksPerMs;
    return [{ text: text.Text, startMs, endMs: startMs + Duration / ticksPerMs }];
  });
}
