import { type SpeechModelId, speechModelOptions } from '@tendril/contract/voice/llm-options';
import type { RealtimeUsage } from './realtime-messages.ts';

const million = 1_000_000;

/** What a reply cost in US dollars: words and sound have prices of their own. */
export function costOfRealtime(model: SpeechModelId, usage: RealtimeUsage): number {
  const usd = speechModelOptions.find(({ id }) => id === model)?.usd;
  if (!usd) return 0;
  const { input_token_details: input, output_token_details: output } = usage;
  const cached = input?.cached_tokens ?? 0;
  const cachedText = input?.cached_tokens_details?.text_tokens ?? cached;
  const cachedAudio = input?.cached_tokens_details?.audio_tokens ?? 0;
  const textIn = Math.max(0, (input?.text_tokens ?? usage.input_tokens) - cachedText);
  const audioIn = Math.max(0, (input?.audio_tokens ?? 0) - cachedAudio);
  const total =
    textIn * usd.textIn +
    audioIn * usd.audioIn +
    cached * usd.cachedIn +
    (output?.text_tokens ?? usage.output_tokens) * usd.textOut +
    (output?.audio_tokens ?? 0) * usd.audioOut;
  return total / million;
}
