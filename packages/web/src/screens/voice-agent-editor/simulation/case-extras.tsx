import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { simulationTexts } from '../../../kit/texts/en/voice-simulations.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import type { CaseDraft, CaseProblem, MockDraft } from './case-draft.ts';
import styles from './simulation.module.css';

interface CaseExtrasProps {
  draft: CaseDraft;
  functionNames: readonly string[];
  problem: CaseProblem | undefined;
  onChange: (changes: Partial<CaseDraft>) => void;
}

/** What most cases leave as it is: values of variables, answers instead of functions, the longest talk. */
export function CaseExtras({ draft, functionNames, problem, onChange }: CaseExtrasProps) {
  const t = useTexts(simulationTexts);
  const id = useId();
  return (
    <details className={styles['extras']}>
      <summary>{t('extras')}</summary>
      <label htmlFor={`${id}-variables`}>{t('variablesField')}</label>
      <textarea
        id={`${id}-variables`}
        data-field="variables"
        rows={2}
        placeholder={t('variablesHint')}
        aria-invalid={problem?.field === 'variables' || undefined}
        value={draft.variables}
        onChange={({ target }) => onChange({ variables: target.value })}
      />
      <MockList
        mocks={draft.mocks}
        functionNames={functionNames}
        wrongAt={problem?.field === 'mock' ? problem.at : undefined}
        onChange={(mocks) => onChange({ mocks })}
      />
      <label htmlFor={`${id}-turns`}>{t('turnsField')}</label>
      <input
        id={`${id}-turns`}
        data-field="turns"
        inputMode="numeric"
        aria-invalid={problem?.field === 'turns' || undefined}
        value={draft.maxTurns}
        onChange={({ target }) => onChange({ maxTurns: target.value })}
      />
    </details>
  );
}

interface MockListProps {
  mocks: readonly MockDraft[];
  functionNames: readonly string[];
  wrongAt: number | undefined;
  onChange: (mocks: MockDraft[]) => void;
}

function MockList({ mocks, functionNames, wrongAt, onChange }: MockListProps) {
  const t = useTexts(simulationTexts);
  const listId = useId();
  const put = (at: number, changes: Partial<MockDraft>) =>
    onChange(mocks.map((mock, index) => (index === at ? { ...mock, ...changes } : mock)));
  return (
    <fieldset className={styles['checkList']}>
      <legend>{t('mocksField')}</legend>
      <datalist id={listId}>
        {functionNames.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {mocks.map((mock, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: answers have no name and keep their order
        <div key={index}>
          <input
            data-field="mock"
            aria-label={t('mockName', { at: index + 1 })}
            placeholder={t('mockNameHint')}
            list={listId}
            maxLength={64}
            aria-invalid={wrongAt === index + 1 || undefined}
            value={mock.name}
            onChange={({ target }) => put(index, { name: target.value })}
          />
          <input
            aria-label={t('mockResult', { at: index + 1 })}
            placeholder={t('mockResultHint')}
            maxLength={20_000}
            value={mock.result}
            onChange={({ target }) => put(index, { result: target.value })}
          />
          <IconButton
            size="small"
            label={t('removeMock', { at: index + 1 })}
            onClick={() => onChange(mocks.filter((_, other) => other !== index))}
          >
            <X size={16} />
          </IconButton>
        </div>
      ))}
      <Button
        size="small"
        look="quiet"
        icon={<Plus size={16} />}
        onClick={() => onChange([...mocks, { name: '', result: '', match: undefined }])}
      >
        {t('addMock')}
      </Button>
    </fieldset>
  );
}
