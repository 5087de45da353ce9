import type { Simulation, SimulationFields } from '@tendril/contract/api/simulations';
import { useId, useState } from 'react';
import { toMessage } from '../../../lib/to-message.ts';
import { simulationTexts } from '../../../texts/en/voice-simulations.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type CheckDraft, toCheck, toDraft } from './check-fields.ts';
import { CheckList } from './check-list.tsx';
import styles from './simulation.module.css';
import { useSaveSimulation } from './simulations.queries.ts';

interface CaseDialogProps {
  agentId: string;
  /** Absent for a new one. */
  simulation: Simulation | undefined;
  onClose: () => void;
}

interface CaseDraft {
  name: string;
  kind: 'script' | 'persona';
  lines: string;
  persona: string;
  checks: CheckDraft[];
}

function draftOf(simulation: Simulation | undefined): CaseDraft {
  const caller = simulation?.caller;
  return {
    name: simulation?.name ?? '',
    kind: caller?.type ?? 'script',
    lines: caller?.type === 'script' ? caller.lines.join('\n') : '',
    persona: caller?.type === 'persona' ? caller.prompt : '',
    checks: simulation?.checks.map(toDraft) ?? [],
  };
}

type Problem = 'needName' | 'needLine' | 'needPersona' | 'needCheck';

/** What the form stands for, or what is missing first. */
function readCase(draft: CaseDraft, before: Simulation | undefined): SimulationFields | Problem {
  const name = draft.name.trim();
  const lines = draft.lines.split('\n').filter((line) => line.trim() !== '');
  if (name === '') return 'needName';
  if (draft.kind === 'script' && lines.length === 0) return 'needLine';
  if (draft.kind === 'persona' && draft.persona.trim() === '') return 'needPersona';
  const checks = draft.checks.map(toCheck);
  if (!checks.every((check) => check !== undefined)) return 'needCheck';
  return {
    name,
    caller: draft.kind === 'script' ? { type: 'script', lines } : { type: 'persona', prompt: draft.persona },
    variables: before?.variables ?? {},
    toolMocks: before?.toolMocks ?? [],
    checks,
    maxTurns: before?.maxTurns ?? 20,
  };
}

/** Makes or changes a case. */
export function CaseDialog({ agentId, simulation, onClose }: CaseDialogProps) {
  const t = useTexts(simulationTexts);
  const textId = useId();
  const save = useSaveSimulation(agentId);
  const [draft, setDraft] = useState(() => draftOf(simulation));
  const [problem, setProblem] = useState<Problem>();
  const change = (changes: Partial<CaseDraft>) => setDraft({ ...draft, ...changes });
  const submit = () => {
    const read = readCase(draft, simulation);
    if (typeof read === 'string') return setProblem(read);
    setProblem(undefined);
    save.mutate({ id: simulation?.id, fields: read }, { onSuccess: onClose });
  };
  const message = problem ? t(problem) : save.error ? toMessage(save.error) : '';
  const isScript = draft.kind === 'script';
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
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        <TextField
          label={t('nameField')}
          value={draft.name}
          maxLength={200}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Segmented
          label={t('callerField')}
          segments={[
            { value: 'script', label: t('scriptKind') },
            { value: 'persona', label: t('personaKind') },
          ]}
          value={draft.kind}
          onChange={(kind) => change({ kind })}
        />
        <label htmlFor={textId}>{t(isScript ? 'linesField' : 'personaField')}</label>
        <textarea
          id={textId}
          rows={5}
          value={isScript ? draft.lines : draft.persona}
          onChange={({ target }) => change(isScript ? { lines: target.value } : { persona: target.value })}
        />
        <CheckList checks={draft.checks} onChange={(checks) => change({ checks })} />
        <p role="alert" className={styles['problem']}>
          {message}
        </p>
      </div>
    </Dialog>
  );
}
