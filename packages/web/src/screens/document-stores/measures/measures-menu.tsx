import { exportMeasureCases, importMeasureCases } from '@tendril/contract/api/knowledge-measures';
import { Download, Ellipsis, Scissors, Sparkles, Upload } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { call } from '../../../kit/api/call.ts';
import { saveFile } from '../../../kit/lib/save-file.ts';
import { notify, notifyError } from '../../../kit/state/notifier-store.ts';
import { knowledgeMeasureTexts } from '../../../kit/texts/en/knowledge-measures.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ActionMenu, type MenuAction } from '../../../kit/ui/action-menu.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { useMeasureChange } from './measures.queries.ts';

interface MeasuresMenuProps {
  storeId: string;
  onSuggest: () => void;
  onTry: () => void;
}

/** Further actions: files in and out, questions by a model, other ways to cut documents. */
export function MeasuresMenu({ storeId, onSuggest, onTry }: MeasuresMenuProps) {
  const t = useTexts(knowledgeMeasureTexts);
  const input = useRef<HTMLInputElement>(null);
  const take = useMeasureChange(storeId, async (file: File) => {
    const format = file.name.toLowerCase().endsWith('.json') ? 'json' : 'csv';
    return call(importMeasureCases, { params: { storeId }, body: { format, text: await file.text() } });
  });
  const give = async (format: 'csv' | 'json') => {
    try {
      const { name, text } = await call(exportMeasureCases, { params: { storeId }, query: { format } });
      saveFile(name, text, format === 'csv' ? 'text/csv' : 'application/json');
    } catch (thrown) {
      notifyError(thrown);
    }
  };
  const onFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file)
      take.mutate(file, {
        onSuccess: ({ added }) => notify(t('imported', { count: added }), 'success'),
        onError: notifyError,
      });
    target.value = '';
  };
  const needs = 'knowledge:edit';
  const actions: MenuAction[] = [
    { id: 'suggest', label: t('suggest'), Icon: Sparkles, needs, onSelect: onSuggest },
    { id: 'try', label: t('tryChunkers'), Icon: Scissors, needs, onSelect: onTry },
    {
      ...{ id: 'import', label: t('importFile'), Icon: Upload, needs, startsGroup: true },
      onSelect: () => input.current?.click(),
    },
    { id: 'csv', label: t('exportCsv'), Icon: Download, onSelect: () => void give('csv') },
    { id: 'json', label: t('exportJson'), Icon: Download, onSelect: () => void give('json') },
  ];
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.json"
        hidden
        aria-label={t('importFile')}
        onChange={onFile}
      />
      <ActionMenu
        label={t('more')}
        actions={actions}
        renderButton={(props) => (
          <IconButton {...props} size="large" label={t('more')}>
            <Ellipsis size={20} />
          </IconButton>
        )}
      />
    </>
  );
}
