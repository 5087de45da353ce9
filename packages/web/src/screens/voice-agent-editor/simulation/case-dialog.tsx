import type { Simulation } from '@tendril/contract/api/simulations';
import { useRef, useState } from 'react';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { simulationTexts } from '../../../kit/texts/en/voice-simulations.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { type CaseDraft, type CaseProblem, draftOf, readCase } from './case-draft.ts';
import { CaseExtras } from './case-extras.tsx';
import { CheckList } from './check-list.tsx';
import styles from './simulation.module.css';
import { useSaveSimulation } from './simulations.queries.ts';
import { SoundFields } from './sound-fields.tsx';
import { TalkFields } from './talk-fields.tsx';
import { useFieldNames } from './use-field-names.ts';
import { useFunctionNames } from './use-function-names.ts';

interface CaseDialogProps {
  agentId: string;
  /** Absent for a new one. */
  simulation: Simulation | undefined;
  onClose: () => void;
}

/** Makes or changes a case. */
export function CaseDialog({ agentId, simulation, onClose }: CaseDialogProps) {
  const t = useTexts(simulationTexts);
  const form = useRef<HTMLDivElement>(null);
  const save = useSaveSimulation(agentId);
  const functionNames = useFunctionNames(agentId);
  const fieldNames = useFieldNames(agentId);
  const [draft, setDraft] = useState(() => draftOf(simulation));
  const [problem, setProblem] = useState<CaseProblem>();
  const change = (changes: Partial<CaseDraft>) => {
    setProblem(undefined);
    setDraft({ ...draft, ...changes });
  };
  const submit = () => {
    const read = readCase(draft);
    if ('key' in read) {
      setProblem(read);
      focusField(form.current, read);
    } else {
      save.mutate({ id: simulation?.id, fields: read }, { onSuccess: onClose });
    }
  };
  const problemText = problem && t(problem.key, { at: problem.at });
  const message = problemText ?? (save.error ? toMessage(save.error) : '');
  return (
    <Dialog
      isOpen
      title={t(simulation ? 'editTitle' : 'newTitle')}
      width={640}
      onClose={onClose}
      isBusy={save.isPending}
      onSubmit={submit}
      actions={
        <>
          <p role="alert" className={styles['problem']}>
            {message}
          </p>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div ref={form} className={styles['form']}>
        <TextField
          data-field="name"
          label={t('nameField')}
          value={draft.name}
          maxLength={200}
          autoFocus
          aria-invalid={problem?.field === 'name' || undefined}
          onChange={(event) => change({ name: event.target.value })}
        />
        <TalkFields draft={draft} isWrong={problem?.field === 'talk'} onChange={change} />
        <SoundFields sound={draft.sound} problem={problem} onChange={(sound) => change({ sound })} />
        <CheckList
          checks={draft.checks}
          functionNames={functionNames}
          fieldNames={fieldNames}
          wrongAt={problem?.field === 'check' ? problem.at : undefined}
          onChange={(checks) => change({ checks })}
        />
        <CaseExtras draft={draft} functionNames={functionNames} problem={problem} onChange={change} />
      </div>
    </Dialog>
  );
}

/** Brings the cursor to what is missing; a part that is folded is opened first. */
function focusField(form: HTMLElement | null, { field, at }: CaseProblem): void {
  const fields = form?.querySelectorAll<HTMLElement>(`[data-field="${field}"]`);
  const found = fields?.[Math.max(0, field === 'variables' ? 0 : at - 1)];
  const folded = found?.closest('details');
  if (folded) folded.open = true;
  found?.focus();
}
