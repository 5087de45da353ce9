import { useId } from 'react';
import { simulationTexts } from '../../../kit/texts/en/voice-simulations.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Segmented } from '../../../kit/ui/segmented.tsx';
import type { CaseDraft } from './case-draft.ts';

interface TalkFieldsProps {
  draft: CaseDraft;
  isWrong: boolean;
  onChange: (changes: Partial<CaseDraft>) => void;
}

/** Who calls: a script or a person, and what they say or want. */
export function TalkFields({ draft, isWrong, onChange }: TalkFieldsProps) {
  const t = useTexts(simulationTexts);
  const textId = useId();
  const isScript = draft.kind === 'script';
  return (
    <>
      <Segmented
        label={t('callerField')}
        segments={[
          { value: 'script', label: t('scriptKind') },
          { value: 'persona', label: t('personaKind') },
        ]}
        value={draft.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <label htmlFor={textId}>{t(isScript ? 'linesField' : 'personaField')}</label>
      <textarea
        id={textId}
        data-field="talk"
        rows={5}
        maxLength={isScript ? 100_000 : 10_000}
        aria-invalid={isWrong || undefined}
        value={isScript ? draft.lines : draft.persona}
        onChange={({ target }) => onChange(isScript ? { lines: target.value } : { persona: target.value })}
      />
    </>
  );
}
