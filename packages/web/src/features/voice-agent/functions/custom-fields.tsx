import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { SwitchField } from '../../../kit/ui/switch.tsx';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { CustomMore } from './custom-more.tsx';
import styles from './function-form.module.css';
import type { FunctionForm } from './function-form.ts';
import { MsField } from './ms-field.tsx';
import { TextAreaField } from './text-area-field.tsx';

const mostUrlLetters = 2000;
const mostMessageLetters = 2000;
const msPerSecond = 1000;
const msPerMinute = 60_000;

/** The request of a custom function, and what the agent says around it. */
export function CustomFields({ form }: { form: FunctionForm<'custom'> }) {
  const t = useTexts(voiceFunctionTexts);
  const { draft, edit, problemOf } = form;
  return (
    <>
      <TextField
        label={t('url')}
        type="url"
        className={styles['mono'] ?? ''}
        autoComplete="off"
        spellCheck={false}
        maxLength={mostUrlLetters}
        placeholder="https://api.example.com/visits"
        value={draft.url}
        onChange={(event) => edit({ url: event.target.value })}
        error={problemOf('url')}
      />
      <MsField
        label={t('timeout')}
        hint={durationWords(t, draft.timeoutMs)}
        value={draft.timeoutMs}
        min={1000}
        max={600_000}
        step={1000}
        onChange={(timeoutMs) => edit({ timeoutMs })}
      />
      <hr className={styles['line']} />
      <SwitchField
        label={t('speakDuring')}
        hint={t('speakDuringHint')}
        isOn={draft.speakDuring}
        onChange={(speakDuring) => edit({ speakDuring })}
      />
      {draft.speakDuring && (
        <TextAreaField
          isLabelHidden
          label={t('speakDuringMessage')}
          rows={2}
          maxLength={mostMessageLetters}
          placeholder={t('speakDuringPlaceholder')}
          value={draft.speakDuringMessage}
          onChange={(speakDuringMessage) => edit({ speakDuringMessage })}
        />
      )}
      <SwitchField
        label={t('speakAfter')}
        hint={t('speakAfterHint')}
        isOn={draft.speakAfter}
        onChange={(speakAfter) => edit({ speakAfter })}
      />
      <CustomMore form={form} />
    </>
  );
}

type Say = ReturnType<typeof useTexts<'isMinutes' | 'isSeconds'>>;

/** "120000 ms is 2 minutes". */
function durationWords(t: Say, ms: number): string {
  const isMinutes = ms % msPerMinute === 0;
  return isMinutes
    ? t('isMinutes', { ms, count: ms / msPerMinute })
    : t('isSeconds', { ms, count: Number((ms / msPerSecond).toFixed(1)) });
}
