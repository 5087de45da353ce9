import {
  deleteMeasureCases,
  type MeasureCase,
  updateMeasureCase,
} from '@tendril/contract/api/knowledge-measures';
import { Check, Pencil, Trash2 } from 'lucide-react';
import { call } from '../../../kit/api/call.ts';
import { SelectBox } from '../../../kit/lists/select-box.tsx';
import type { Selection } from '../../../kit/lists/use-selection.ts';
import { confirm } from '../../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../../kit/state/notifier-store.ts';
import { knowledgeMeasureTexts } from '../../../kit/texts/en/knowledge-measures.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Chip } from '../../../kit/ui/chip.tsx';
import { PermittedButton } from '../../../kit/ui/permitted-button.tsx';
import { PermittedIconButton } from '../../../kit/ui/permitted-icon-button.tsx';
import styles from './measures.module.css';
import { useMeasureChange } from './measures.queries.ts';

interface CaseListProps {
  storeId: string;
  cases: readonly MeasureCase[];
  selection: Selection;
  onEdit: (one: MeasureCase) => void;
}

/** Saved questions, with what they should find and what is missing. */
export function CaseList({ storeId, cases, selection, onEdit }: CaseListProps) {
  return (
    <ul className={styles['cases']} data-selectlist>
      {cases.map((one) => (
        <CaseRow key={one.id} storeId={storeId} row={one} selection={selection} onEdit={() => onEdit(one)} />
      ))}
    </ul>
  );
}

interface CaseRowProps {
  storeId: string;
  row: MeasureCase;
  selection: Selection;
  onEdit: () => void;
}

function CaseRow({ storeId, row, selection, onEdit }: CaseRowProps) {
  const t = useTexts(knowledgeMeasureTexts);
  const { id, question, expected, tags, origin, isConfirmed } = row;
  const accept = useMeasureChange(storeId, () =>
    call(updateMeasureCase, { params: { storeId, caseId: id }, body: { isConfirmed: true } }),
  );
  const remove = useMeasureChange(storeId, () =>
    call(deleteMeasureCases, { params: { storeId }, body: { ids: [id] } }),
  );
  const askToRemove = async () => {
    const asked = { title: t('deleteCaseTitle'), description: t('deleteCaseText') };
    if (await confirm({ ...asked, confirmText: t('deleteCase'), isDanger: true }))
      remove.mutate(undefined, {
        onSuccess: () => {
          if (selection.ids.has(id)) selection.toggle(id);
          notify(t('caseDeleted'), 'success');
        },
        onError: notifyError,
      });
  };
  const sources = [...new Set(expected.map(({ source }) => source).filter(Boolean))].join(', ');
  return (
    <li data-open={!isConfirmed || undefined} data-selected={selection.ids.has(id) || undefined}>
      <SelectBox selection={selection} id={id} name={question} />
      <div className={styles['words']}>
        <strong>{question}</strong>
        <p>
          {expected.length === 0 ? (
            <em>{t('noPassage')}</em>
          ) : (
            <span>{[t('passages', { count: expected.length }), sources].filter(Boolean).join(' · ')}</span>
          )}
          <Chip label={t(`origin_${origin}`)} />
          {tags.map((tag) => (
            <Chip key={tag} label={tag} />
          ))}
        </p>
      </div>
      <span className={styles['acts']}>
        {!isConfirmed && (
          <PermittedButton
            needs="knowledge:edit"
            size="small"
            icon={<Check size={16} />}
            isBusy={accept.isPending}
            onClick={() => accept.mutate(undefined, { onError: notifyError })}
          >
            {t('confirm')}
          </PermittedButton>
        )}
        <PermittedIconButton
          needs="knowledge:edit"
          size="small"
          label={`${t('editCase')}: ${question}`}
          onClick={onEdit}
        >
          <Pencil size={16} />
        </PermittedIconButton>
        <PermittedIconButton
          needs="knowledge:edit"
          size="small"
          label={`${t('deleteCase')}: ${question}`}
          onClick={() => void askToRemove()}
        >
          <Trash2 size={16} />
        </PermittedIconButton>
      </span>
    </li>
  );
}
