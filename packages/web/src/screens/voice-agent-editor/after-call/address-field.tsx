import { type ReactNode, useState } from 'react';
import { voiceAfterCallTexts } from '../../../kit/texts/en/voice-after-call.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { SaveFault } from './save-fault.tsx';
import { useSetting } from './use-setting.ts';
import { isWebAddress } from './web-address.ts';

interface AddressFieldProps {
  agentId: string;
  setting: 'webhookUrl' | 'inboundWebhookUrl';
  label: string;
  hint: ReactNode;
}

/** A web address that is looked at when one leaves it, and saved when it is one. */
export function AddressField({ agentId, setting: key, label, hint }: AddressFieldProps) {
  const t = useTexts(voiceAfterCallTexts);
  const setting = useSetting(agentId, key);
  const shown = setting.value ?? '';
  const [isLeft, setLeft] = useState(true);
  const isWrong = isLeft && shown !== '' && !isWebAddress(shown);
  const leave = () => {
    const typed = shown.trim();
    setLeft(true);
    if (typed !== '' && !isWebAddress(typed)) setting.hold(typed);
    else if (typed !== setting.stored || setting.error !== undefined) setting.change(typed);
    else setting.hold(typed);
  };
  return (
    <div>
      <TextField
        label={label}
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        value={shown}
        error={isWrong ? t('badUrl') : undefined}
        hint={setting.isSaving ? t('saving') : hint}
        onChange={(event) => {
          setLeft(false);
          setting.hold(event.target.value);
        }}
        onBlur={leave}
        onKeyDown={(event) => event.key === 'Enter' && leave()}
      />
      <SaveFault setting={setting} />
    </div>
  );
}
