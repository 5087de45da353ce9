import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { draftCallTest } from '@tendril/contract/api/call-details';
import type { Call } from '@tendril/contract/api/calls';
import {
  createSimulation,
  type SimulationCheck,
  type SimulationFields,
} from '@tendril/contract/api/simulations';
import { useId, useState } from 'react';
import { call as ask } from '../../kit/api/call.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { say, useTexts } from '../../kit/texts/texts.ts';
import { Field } from '../../kit/ui/field.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { TextInput } from '../../kit/ui/text-input.tsx';
import styles from './call-dialogs.module.css';

interface MakeTestDialogProps {
  call: Call;
  /** `seq` of the caller's line that the test goes up to; the whole call without. */
  upTo: number | undefined;
  onClose: () => void;
}

/** A test case made of a call, to look over before it is saved. */
export function MakeTestDialog({ call, upTo, onClose }: MakeTestDialogProps) {
  const t = useTexts(callsTexts);
  const { data: draft, error } = useQuery({
    queryKey: ['call', call.id, 'test-case', upTo ?? 0],
    queryFn: async ({ signal }) => {
      const query = upTo === undefined ? {} : { upTo };
      return (await ask(draftCallTest, { params: { id: call.id }, query, signal })).data;
    },
    retry: false,
  });
  if (draft) return <DraftForm agentId={call.agentId} draft={draft} onClose={onClose} />;
  return (
    <FormDialog
      title={t('makeTest')}
      submitLabel={t('saveTest')}
      isBusy={!error}
      problem={error && t('testFailed', { reason: toMessage(error) })}
      onClose={onClose}
      onSubmit={onClose}
    >
      {!error && <SkeletonList count={3} />}
    </FormDialog>
  );
}

interface DraftFormProps {
  agentId: string;
  draft: SimulationFields;
  onClose: () => void;
}

function DraftForm({ agentId, draft, onClose }: DraftFormProps) {
  const t = useTexts(callsTexts);
  const client = useQueryClient();
  const nameId = useId();
  const [name, setName] = useState(draft.name);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const save = useMutation({
    mutationFn: () => {
      const checks = draft.checks.filter((_, at) => !left.has(at));
      return ask(createSimulation, { params: { id: agentId }, body: { ...draft, name, checks } });
    },
    onSuccess: async () => {
      notify(t('testSaved'), 'success');
      onClose();
      await client.invalidateQueries({ queryKey: ['simulations', agentId] });
    },
  });
  const toggle = (at: number) =>
    setLeft(new Set(left.has(at) ? [...left].filter((one) => one !== at) : [...left, at]));
  const lines = draft.caller.type === 'script' ? draft.caller.lines : [];
  return (
    <FormDialog
      title={t('makeTest')}
      submitLabel={t('saveTest')}
      isBusy={save.isPending}
      problem={save.error && toMessage(save.error)}
      width={560}
      onClose={onClose}
      onSubmit={() => save.mutate()}
    >
      <Field label={t('testName')} htmlFor={nameId}>
        <TextInput
          id={nameId}
          value={name}
          maxLength={200}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Field label={t('testLines')}>
        <ol className={styles['lines']}>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their order
            <li key={at}>{line}</li>
          ))}
        </ol>
      </Field>
      <fieldset className={styles['checks']}>
        <legend>{t('testChecks')}</legend>
        {draft.checks.length === 0 && <p>{t('testNoChecks')}</p>}
        {draft.checks.map((check, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: checks never change their order
          <label key={at}>
            <input type="checkbox" checked={!left.has(at)} onChange={() => toggle(at)} />
            <span>{checkText(check)}</span>
          </label>
        ))}
      </fieldset>
      {draft.toolMocks.length > 0 && <p>{t('testMocks', { count: draft.toolMocks.length })}</p>}
    </FormDialog>
  );
}

function checkText(check: SimulationCheck): string {
  if (check.type === 'says') return say(callsTexts, 'check_says', { text: check.text });
  if (check.type !== 'calls') return check.type;
  return say(callsTexts, 'check_calls', { name: check.name, given: JSON.stringify(check.arguments) });
}
