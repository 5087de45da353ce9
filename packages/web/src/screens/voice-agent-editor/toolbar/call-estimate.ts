import {
  brainEstimatesMs,
  lineEstimate,
  otherBrainMs,
  type PartEstimate,
  recognizerEstimates,
  synthesizerEstimates,
} from '@tendril/contract/voice/call-estimates';
import { type LlmOptionId, llmOptions } from '@tendril/contract/voice/llm-options';
import { allVoiceProviders, type VoiceProviderId } from '@tendril/contract/voice/voice';
import type { AgentBrain, VoiceAgent } from '@tendril/contract/voice/voice-agent';

interface CallEstimate {
  parts: readonly ({ id: 'recognizer' | 'brain' | 'synthesizer' | 'line' } & PartEstimate)[];
  usdPerMinute: number;
  ms: number;
  /** A flow's own models cost what they cost. */
  isBrainUnknown: boolean;
}

/** The provider that a voice id names; a voice of the workspace may name none. */
export function providerOfVoiceId(voiceId: string): VoiceProviderId | undefined {
  return allVoiceProviders.find(({ prefix }) => voiceId.startsWith(prefix))?.id;
}

interface EstimateInput {
  model: LlmOptionId;
  brain: AgentBrain['type'];
  provider: VoiceProviderId;
  sttMode: VoiceAgent['sttMode'];
}

/** What a minute costs and an answer takes, from the parts that are chosen; never a measurement. */
export function estimateCall({ model, brain, provider, sttMode }: EstimateInput): CallEstimate {
  const isPrompt = brain === 'prompt';
  const price = llmOptions.find(({ id }) => id === model)?.usdPerMinute ?? 0;
  const parts = [
    { id: 'recognizer' as const, ...recognizerEstimates[sttMode ?? 'fast'] },
    {
      id: 'brain' as const,
      usdPerMinute: isPrompt ? price : 0,
      ms: isPrompt ? brainEstimatesMs[model] : otherBrainMs,
    },
    { id: 'synthesizer' as const, ...synthesizerEstimates[provider] },
    { id: 'line' as const, ...lineEstimate },
  ];
  return {
    parts,
    usdPerMinute: parts.reduce((sum, part) => sum + part.usdPerMinute, 0),
    ms: parts.reduce((sum, part) => sum + part.ms, 0),
    isBrainUnknown: !isPrompt,
  };
}
