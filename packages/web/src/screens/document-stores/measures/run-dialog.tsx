import { startMeasurement } from '@tendril/contract/api/knowledge-measures';
import { useState } from 'react';
import { call } from '../../../kit/api/call.ts';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { knowledgeMeasureTexts } from '../../../kit/texts/en/knowledge-measures.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { FormDialog } from '../../../kit/ui/form-dialog.tsx';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { savedConfiguration, toConfiguration, wrongNumbers } from './configuration-draft.ts';
import { ConfigurationFields } from './configuration-fields.tsx';
import { useMeasureChange } from './measures.queries.ts';

interface RunDialogProps {
  storeId: string;
  /** Questions that count. */
  count: number;
  onClose: () => void;
}

/** With which configuration the questions are asked. */
export function RunDialog({ storeId, count, onClose }: RunDialogProps) {
  const t = useTexts(knowledgeMeasureTexts);
  const [name, setName] = useState('');
  const [draft, setDraft] = useState(savedConfiguration);
  const start = useMeasureChange(storeId, () =>
    call(startMeasurement, { params: { storeId }, body: { name, configuration: toConfiguration(draft) } }),
  );
  const wrong = wrongNumbers(draft);
  const submit = () => {
    if (wrong.length === 0) start.mutate(undefined, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={t('runDialog')}
      submitLabel={t('run')}
      isBusy={start.isPending}
      problem={start.error && toMessage(start.error)}
      width={560}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>{count === 0 ? t('runNone') : t('runHelp', { count })}</p>
      <TextField
        label={t('runName')}
        hint={t('runNameHelp')}
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <ConfigurationFields
        draft={draft}
        wrong={wrong}
        onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
      />
    </FormDialog>
  );
}
