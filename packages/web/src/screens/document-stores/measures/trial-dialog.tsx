import { useQuery } from '@tanstack/react-query';
import { tryChunkers } from '@tendril/contract/api/knowledge-measures';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { call } from '../../../kit/api/call.ts';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { ParamForm } from '../../../kit/params/param-form.tsx';
import { SelectField } from '../../../kit/params/select-field.tsx';
import { knowledgeMeasureTexts } from '../../../kit/texts/en/knowledge-measures.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { FormDialog } from '../../../kit/ui/form-dialog.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { formInputs, startValues } from '../node-inputs.ts';
import { componentsQuery } from '../stores.queries.ts';
import styles from './measures.module.css';
import { useMeasureChange } from './measures.queries.ts';

interface Candidate {
  key: number;
  splitterId: string;
  splitterConfig: Record<string, unknown>;
}

const firstTries = ['structureTextSplitter', 'parentChildTextSplitter'];
const mostCandidates = 3;

/** Up to three other ways to cut the documents. */
export function TrialDialog({ storeId, onClose }: { storeId: string; onClose: () => void }) {
  const t = useTexts(knowledgeMeasureTexts);
  const { data: splitters = [] } = useQuery(componentsQuery('splitters'));
  const last = useRef(firstTries.length);
  const [candidates, setCandidates] = useState<readonly Candidate[]>(
    firstTries.map((splitterId, key) => ({ key, splitterId, splitterConfig: {} })),
  );
  const start = useMeasureChange(storeId, () =>
    call(tryChunkers, {
      params: { storeId },
      body: { candidates: candidates.map(({ key: _, ...candidate }) => candidate) },
    }),
  );
  const set = (key: number, changes: Partial<Candidate>) =>
    setCandidates(candidates.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const add = () => {
    last.current += 1;
    const next = splitters.find(({ name }) => candidates.every(({ splitterId }) => splitterId !== name));
    if (next)
      setCandidates([
        ...candidates,
        { key: last.current, splitterId: next.name, splitterConfig: startValues(next) },
      ]);
  };
  return (
    <FormDialog
      title={t('trialTitle')}
      submitLabel={t('trialStart')}
      isBusy={start.isPending}
      problem={start.error && toMessage(start.error)}
      width={640}
      onClose={onClose}
      onSubmit={() => candidates.length > 0 && start.mutate(undefined, { onSuccess: onClose })}
    >
      <p>{t('trialHelp')}</p>
      {candidates.map((candidate, at) => (
        <CandidateFields
          key={candidate.key}
          number={at + 1}
          candidate={candidate}
          splitters={splitters}
          onChange={(changes) => set(candidate.key, changes)}
          onRemove={() => setCandidates(candidates.filter(({ key }) => key !== candidate.key))}
        />
      ))}
      {candidates.length < mostCandidates && (
        <div>
          <Button size="small" icon={<Plus size={16} />} onClick={add}>
            {t('addCandidate')}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}

interface CandidateFieldsProps {
  number: number;
  candidate: Candidate;
  splitters: readonly NodeTemplate[];
  onChange: (changes: Partial<Candidate>) => void;
  onRemove: () => void;
}

function CandidateFields({ number, candidate, splitters, onChange, onRemove }: CandidateFieldsProps) {
  const t = useTexts(knowledgeMeasureTexts);
  const id = useId();
  const template = splitters.find(({ name }) => name === candidate.splitterId);
  const choose = (name: string) => {
    const next = splitters.find((one) => one.name === name);
    if (next) onChange({ splitterId: name, splitterConfig: startValues(next) });
  };
  return (
    <fieldset className={styles['candidate']}>
      <legend>{t('candidate', { number })}</legend>
      <div>
        <SelectField
          id={id}
          label={t('candidate', { number })}
          value={candidate.splitterId}
          options={splitters}
          emptyLabel={t('noModel')}
          canBeEmpty={false}
          onChange={choose}
        />
        <IconButton size="small" label={t('removeCandidate', { number })} onClick={onRemove}>
          <X size={16} />
        </IconButton>
      </div>
      {template && formInputs(template).length > 0 && (
        <ParamForm
          inputs={formInputs(template)}
          values={candidate.splitterConfig}
          onChange={(changes) => onChange({ splitterConfig: { ...candidate.splitterConfig, ...changes } })}
          scope={{
            ...{ nodeName: template.name, nodeId: `${id}-${template.name}` },
            ...{ credential: '', marksMissing: false, errors: {} },
          }}
        />
      )}
    </fieldset>
  );
}
