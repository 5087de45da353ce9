import { callLimits, callRanges } from '@tendril/contract/voice/speech-ranges';
import { type CallValues, fromMs } from '../../../features/voice-agent/call-values.ts';
import { sliderTextWithUnit } from '../../../features/voice-agent/slider-value.ts';
import { voiceSettingsTexts } from '../../../kit/texts/en/voice-settings.ts';
import { say } from '../../../kit/texts/texts.ts';

type Limits = Pick<CallValues, 'endCallAfterSilenceMs' | 'maxCallDurationMs'>;

/** What limits a call, as it is applied. Voicemail and ring time are left out: calls by browser know neither. */
export function callSummary({ endCallAfterSilenceMs, maxCallDurationMs }: Limits): string {
  const silenceMs = Math.max(endCallAfterSilenceMs, callLimits.minEndCallAfterSilenceMs);
  const durationMs = Math.min(
    maxCallDurationMs || callLimits.maxCallDurationMs,
    callLimits.maxCallDurationMs,
  );
  const { endCallAfterSilenceMs: silenceRange, maxCallDurationMs: durationRange } = callRanges;
  return say(voiceSettingsTexts, 'callSummary', {
    silence: sliderTextWithUnit(fromMs(silenceMs, silenceRange), silenceRange, 's'),
    duration: sliderTextWithUnit(fromMs(durationMs, durationRange), durationRange, 'min'),
  });
}
