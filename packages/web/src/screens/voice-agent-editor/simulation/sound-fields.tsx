import { backgroundSounds } from '@tendril/contract/voice/background-sounds';
import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { simulationTexts } from '../../../kit/texts/en/voice-simulations.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { Segmented } from '../../../kit/ui/segmented.tsx';
import type { CaseProblem } from './case-draft.ts';
import styles from './simulation.module.css';
import type { InterruptionDraft, SoundDraft } from './sound-draft.ts';

interface SoundFieldsProps {
  sound: SoundDraft;
  problem: CaseProblem | undefined;
  onChange: (sound: SoundDraft) => void;
}

/** Whether the caller writes or speaks, and over which line and noise. */
export function SoundFields({ sound, problem, onChange }: SoundFieldsProps) {
  const t = useTexts(simulationTexts);
  const put = (changes: Partial<SoundDraft>) => onChange({ ...sound, ...changes });
  return (
    <>
      <Segmented
        label={t('wayField')}
        segments={[
          { value: 'written', label: t('written') },
          { value: 'spoken', label: t('spoken') },
        ]}
        value={sound.isSpoken ? 'spoken' : 'written'}
        onChange={(way) => put({ isSpoken: way === 'spoken' })}
      />
      {sound.isSpoken && (
        <fieldset className={styles['sound']}>
          <legend className={styles['soundHelp']}>{t('spokenHelp')}</legend>
          <LineFields sound={sound} isWrong={problem?.field === 'snr'} onChange={put} />
          <InterruptionList
            interruptions={sound.interruptions}
            wrongAt={problem?.field === 'interruption' ? problem.at : undefined}
            onChange={(interruptions) => put({ interruptions })}
          />
        </fieldset>
      )}
    </>
  );
}

const quiet = backgroundSounds.find(({ id }) => id === null)?.label ?? '';
const noises = backgroundSounds.flatMap(({ id, label }) => (id === null ? [] : [{ name: id, label }]));

interface LineFieldsProps {
  sound: SoundDraft;
  isWrong: boolean;
  onChange: (changes: Partial<SoundDraft>) => void;
}

function LineFields({ sound, isWrong, onChange }: LineFieldsProps) {
  const t = useTexts(simulationTexts);
  const id = useId();
  return (
    <div className={styles['soundRow']}>
      <label htmlFor={`${id}-line`}>
        {t('lineField')}
        <SelectField
          id={`${id}-line`}
          value={sound.line}
          options={[
            { name: 'browser', label: t('lineBrowser') },
            { name: 'phone', label: t('linePhone') },
          ]}
          emptyLabel=""
          canBeEmpty={false}
          onChange={(line) => onChange({ line: line === 'phone' ? 'phone' : 'browser' })}
        />
      </label>
      <label htmlFor={`${id}-noise`}>
        {t('noiseField')}
        <SelectField
          id={`${id}-noise`}
          value={sound.noise}
          options={noises}
          emptyLabel={quiet}
          canBeEmpty
          onChange={(noise) => onChange({ noise: noise as SoundDraft['noise'] })}
        />
      </label>
      {sound.noise !== '' && (
        <label htmlFor={`${id}-snr`}>
          {t('snrField')}
          <input
            id={`${id}-snr`}
            data-field="snr"
            inputMode="decimal"
            aria-invalid={isWrong || undefined}
            value={sound.snrDb}
            onChange={({ target }) => onChange({ snrDb: target.value })}
          />
        </label>
      )}
    </div>
  );
}

interface InterruptionListProps {
  interruptions: readonly InterruptionDraft[];
  wrongAt: number | undefined;
  onChange: (interruptions: InterruptionDraft[]) => void;
}

function InterruptionList({ interruptions, wrongAt, onChange }: InterruptionListProps) {
  const t = useTexts(simulationTexts);
  const put = (at: number, changes: Partial<InterruptionDraft>) =>
    onChange(interruptions.map((one, index) => (index === at ? { ...one, ...changes } : one)));
  return (
    <fieldset className={styles['interruptions']}>
      <legend>{t('interruptionsField')}</legend>
      {interruptions.map((one, index) => {
        const at = index + 1;
        const isWrong = wrongAt === at || undefined;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: interruptions have no name and keep their order
          <div key={index}>
            <label>
              {t('interruptedAnswer')}
              <input
                data-field="interruption"
                inputMode="numeric"
                aria-label={t('interruptedAnswerOf', { at })}
                aria-invalid={isWrong}
                value={one.answer}
                onChange={({ target }) => put(index, { answer: target.value })}
              />
            </label>
            <label>
              {t('interruptedAfter')}
              <input
                inputMode="decimal"
                aria-label={t('interruptedAfterOf', { at })}
                aria-invalid={isWrong}
                value={one.afterSeconds}
                onChange={({ target }) => put(index, { afterSeconds: target.value })}
              />
            </label>
            <label>
              {t('interruptingWords')}
              <input
                aria-label={t('interruptingWordsOf', { at })}
                maxLength={500}
                aria-invalid={isWrong}
                value={one.words}
                onChange={({ target }) => put(index, { words: target.value })}
              />
            </label>
            <IconButton
              size="small"
              label={t('removeInterruption', { at })}
              onClick={() => onChange(interruptions.filter((_, other) => other !== index))}
            >
              <X size={16} />
            </IconButton>
          </div>
        );
      })}
      <Button
        size="small"
        look="quiet"
        icon={<Plus size={16} />}
        onClick={() => onChange([...interruptions, { answer: '2', afterSeconds: '1', words: '' }])}
      >
        {t('addInterruption')}
      </Button>
    </fieldset>
  );
}
