import { trunkTransports } from '@tendril/contract/voice/phone-number';
import { useId } from 'react';
import { CredentialInput } from '../../kit/params/credential-input.tsx';
import { phoneAddTexts } from '../../kit/texts/en/phone-add.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Field } from '../../kit/ui/field.tsx';
import { Segmented } from '../../kit/ui/segmented.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import styles from './add-dialogs.module.css';
import type { SipDraft } from './sip-draft.ts';

interface TrunkStepProps {
  draft: SipDraft;
  error: string | undefined;
  onChange: (changes: Partial<SipDraft>) => void;
}

/** Where the trunk is and how one signs in there. */
export function TrunkStep({ draft, error, onChange }: TrunkStepProps) {
  const t = useTexts(phoneAddTexts);
  const id = useId();
  const input = {
    name: 'credentialId',
    label: t('login'),
    type: 'credential',
    credentialNames: ['sipLogin'],
    optional: true,
  };
  return (
    <>
      <TextField
        label={t('trunkUri')}
        autoFocus
        placeholder="sip.example.com:5061"
        spellCheck={false}
        hint={t('trunkHelp')}
        value={draft.trunkUri}
        error={error}
        onChange={(event) => onChange({ trunkUri: event.target.value.trim() })}
      />
      <Field label={t('transport')}>
        <span>
          <Segmented
            label={t('transport')}
            segments={trunkTransports.map((value) => ({ value, label: value.toUpperCase() }))}
            value={draft.transport}
            onChange={(transport) => onChange({ transport })}
          />
        </span>
        {draft.transport !== 'tls' && <small className={styles['help']}>{t('tlsAdvice')}</small>}
      </Field>
      <Field label={t('login')} htmlFor={id}>
        <CredentialInput
          fieldId={id}
          input={input}
          value={draft.credentialId}
          onChange={(credentialId) => onChange({ credentialId })}
        />
        <small className={styles['help']}>{t('loginHelp')}</small>
      </Field>
    </>
  );
}
