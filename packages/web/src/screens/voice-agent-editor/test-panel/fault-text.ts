import type { CallFault } from '../../../features/voice/test-call-store.ts';
import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { say } from '../../../kit/texts/texts.ts';

/** Why a test did not come about, and what to do: the browser's reasons in words, the server's as they are. */
export function faultText({ code, message }: CallFault): string {
  switch (code) {
    case 'NotAllowedError':
      return say(voiceCallTexts, 'faultMicDenied');
    case 'NotFoundError':
    case 'OverconstrainedError':
      return say(voiceCallTexts, 'faultNoMic');
    case 'NotReadableError':
      return say(voiceCallTexts, 'faultBusyMic');
    case 'InsecurePage':
      return say(voiceCallTexts, 'faultInsecure');
    case 'NoLoudspeaker':
      return say(voiceCallTexts, 'faultNoLoudspeaker');
    case 'MIC_GONE':
      return say(voiceCallTexts, 'faultMicGone');
    case 'LINE_BROKEN':
      return say(voiceCallTexts, 'faultBroken');
    case 'LINE_LOST':
      return say(voiceCallTexts, 'faultLost');
    default:
      return message || say(voiceCallTexts, 'faultOther', { message: code });
  }
}
