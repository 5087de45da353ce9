import { useQuery } from '@tanstack/react-query';
import { suggestMeasureCases } from '@tendril/contract/api/knowledge-measures';
import { useState } from 'react';
import { call } from '../../../kit/api/call.ts';
import { nodesQuery } from '../../../kit/api/nodes.queries.ts';
import { toMessage } from '../../../kit/lib/to-message.ts';
import { knowledgeMeasureTexts } from '../../../kit/texts/en/knowledge-measures.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { FormDialog } from '../../../kit/ui/form-dialog.tsx';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { type ChosenModel, ModelChoice } from '../loader/model-choice.tsx';
import { useMeasureChange } from './measures.queries.ts';

/** Which model makes questions, and how many. */
export function SuggestDialog({ storeId, onClose }: { storeId: string; onClose: () => void }) {
  const t = useTexts(knowledgeMeasureTexts);
  const { data = [] } = useQuery(nodesQuery);
  const [model, setModel] = useState<ChosenModel>();
  const [count, setCount] = useState('10');
  const [isTried, setTried] = useState(false);
  const start = useMeasureChange(storeId, (chatModel: ChosenModel) =>
    call(suggestMeasureCases, { params: { storeId }, body: { chatModel, count: Number(count) } }),
  );
  const isCountWrong = !(Number.isInteger(Number(count)) && Number(count) >= 1 && Number(count) <= 100);
  const submit = () => {
    setTried(true);
    if (model && !isCountWrong) start.mutate(model, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={t('suggestTitle')}
      submitLabel={t('generate')}
      isBusy={start.isPending}
      problem={(isTried && !model && t('modelNeeded')) || (start.error && toMessage(start.error))}
      width={560}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>{t('suggestHelp')}</p>
      <ModelChoice
        label={t('model')}
        hint=""
        models={data.filter(({ category }) => category === 'Chat Models')}
        chosen={model}
        onChange={setModel}
      />
      <TextField
        label={t('count')}
        type="number"
        min={1}
        max={100}
        value={count}
        error={isCountWrong ? t('numberBad', { from: 1, to: 100 }) : undefined}
        onChange={(event) => setCount(event.target.value)}
      />
    </FormDialog>
  );
}
