import type { RetellAgentBody } from '@tendril/contract/api/retell-agents';
import type { VoiceAgentSettings } from '@tendril/contract/voice/voice-agent';
import type { Reading } from './reading.ts';

type Option = VoiceAgentSettings['voicemailOption'];

/**
 * Whether voicemail is detected and what happens then: by the switch of early 2025, or by an option that is set or
 * null. In the older form an empty message meant to hang up.
 */
export function readRetellVoicemail(
  body: RetellAgentBody,
  { refuse }: Reading,
): { isOn: boolean | undefined; option: Option | undefined } {
  const { voicemail_option: option, voicemail_message: message } = body;
  const isOn = body.enable_voicemail_detection ?? (option === undefined ? undefined : option !== null);
  if (!option) {
    if (message === undefined || message === null) return { isOn, option: undefined };
    const action = message === '' ? ('hangup' as const) : ('static_text' as const);
    return { isOn, option: { action, text: message } };
  }
  const { type, text = '' } = option.action;
  if (type === 'hangup' || type === 'static_text' || type === 'prompt')
    return { isOn, option: { action: type, text } };
  refuse(
    'voicemail_option.action.type',
    `"${type}" is not offered here; choose hangup, static_text or prompt`,
  );
  return { isOn, option: undefined };
}
