import type { VoiceLlmFields } from '@tendril/contract/voice/voice-agent';
import { useId } from 'react';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { voicePromptTexts } from '../../../kit/texts/en/voice-prompt.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { useLlmField, useLlmSession } from '../llm/use-llm-session.ts';
import styles from './left-pane.module.css';

const modes = [
  { name: 'user', text: 'welcomeUser' },
  { name: 'dynamic', text: 'welcomeDynamic' },
  { name: 'defined', text: 'welcomeDefined' },
] as const satisfies readonly { name: VoiceLlmFields['beginMode']; text: string }[];

const longestMessage = 10_000;

/** Who speaks first, and with which words when they are given. */
export function WelcomeMessage() {
  const t = useTexts(voicePromptTexts);
  const id = useId();
  const session = useLlmSession();
  const mode = useLlmField('beginMode');
  const message = useLlmField('beginMessage');
  return (
    <div className={styles['welcome']}>
      <label htmlFor={id}>{t('welcome')}</label>
      <SelectField
        id={id}
        value={mode}
        options={modes.map(({ name, text }) => ({ name, label: t(text) }))}
        emptyLabel=""
        canBeEmpty={false}
        onChange={(next) => {
          const chosen = modes.find(({ name }) => name === next);
          if (chosen) session.change({ beginMode: chosen.name });
        }}
      />
      {mode === 'defined' && (
        <>
          <textarea
            className={styles['message']}
            aria-label={t('beginMessage')}
            aria-describedby={message.trim() === '' ? `${id}-note` : undefined}
            placeholder={t('beginPlaceholder', { place: '{{caller_name}}' })}
            value={message}
            rows={2}
            maxLength={longestMessage}
            onChange={(event) => session.change({ beginMessage: event.target.value })}
          />
          {message.trim() === '' && (
            <p id={`${id}-note`} className={styles['help']}>
              {t('beginEmpty')}
            </p>
          )}
        </>
      )}
    </div>
  );
}
