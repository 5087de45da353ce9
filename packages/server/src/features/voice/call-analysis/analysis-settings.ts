import type { Call, TranscriptLine } from '@tendril/contract/api/calls';
import { usablePostCallFields } from '@tendril/contract/voice/post-call-problems';
import type { VoiceAgentSettings } from '@tendril/contract/voice/voice-agent';
import type { Conversation } from './conversation.ts';

/** The settings of a call that its analysis needs. */
export type AnalysisSettings = Pick<
  VoiceAgentSettings,
  'postCallFields' | 'postCallModel' | 'webhookUrl' | 'webhookEvents' | 'optOutSensitiveDataStorage'
>;

/** A call as its analysis sees it. */
export function toConversation(
  { postCallFields }: AnalysisSettings,
  transcript: readonly TranscriptLine[],
  { disconnectionReason }: Pick<Call, 'disconnectionReason'>,
): Conversation {
  return { transcript, fields: usablePostCallFields(postCallFields), reason: disconnectionReason };
}

/** Picks these settings from a larger object. */
export function pickSettings(settings: AnalysisSettings): AnalysisSettings {
  const { postCallFields, postCallModel, webhookUrl, webhookEvents, optOutSensitiveDataStorage } = settings;
  return { postCallFields, postCallModel, webhookUrl, webhookEvents, optOutSensitiveDataStorage };
}
