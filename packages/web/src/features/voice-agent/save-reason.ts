import { RequestError } from '../../kit/api/request-error.ts';
import { serverMessage } from '../../kit/api/server-message.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { voiceSettingsTexts } from '../../kit/texts/en/voice-settings.ts';
import { say } from '../../kit/texts/texts.ts';

/** Why settings could not be saved; "Unknown error" where the server refused without words. */
export function saveReason(thrown: unknown): string {
  const isRefusal = thrown instanceof RequestError && thrown.status !== 0;
  const reason = isRefusal ? serverMessage(thrown) : toMessage(thrown);
  return reason || say(voiceSettingsTexts, 'unknownError');
}
