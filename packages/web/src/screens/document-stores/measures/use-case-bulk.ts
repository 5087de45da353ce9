import {
  type CaseState,
  deleteMeasureCases,
  type MeasureCase,
  updateMeasureCase,
} from '@tendril/contract/api/knowledge-measures';
import { Check, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/api/call.ts';
import type { BulkBarProps } from '../../../kit/lists/bulk-bar.tsx';
import { useBulk } from '../../../kit/lists/use-bulk.ts';
import { useSelectMatching } from '../../../kit/lists/use-select-matching.ts';
import type { Selection } from '../../../kit/lists/use-selection.ts';
import { confirm } from '../../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../../kit/state/notifier-store.ts';
import { knowledgeMeasureTexts } from '../../../kit/texts/en/knowledge-measures.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { MenuAction } from '../../../kit/ui/action-menu.tsx';
import { readCases, useMeasureChange } from './measures.queries.ts';

interface CaseBulk {
  storeId: string;
  /** What the list is filtered by. */
  state: CaseState;
  /** Those that are shown. */
  cases: readonly MeasureCase[];
  /** How many there are on all pages. */
  count: number;
  isMore: boolean;
}

/** What can be done with the selected questions. */
export function useCaseBulk(
  selection: Selection,
  { storeId, state, cases, count, isMore }: CaseBulk,
): BulkBarProps {
  const t = useTexts(knowledgeMeasureTexts);
  const bulk = useBulk<MeasureCase>(selection, ({ question }) => question);
  // Those that were selected without being shown.
  const [further, setFurther] = useState<readonly MeasureCase[]>([]);
  const known = new Map([...further, ...cases].map((one) => [one.id, one]));
  const selected = [...known.values()].filter(({ id }) => selection.ids.has(id));
  const open = selected.filter(({ isConfirmed }) => !isConfirmed);
  const matching = useSelectMatching(selection, {
    count,
    isMore,
    async read(onRead) {
      const all = await readCases(storeId, state, onRead);
      setFurther(all);
      return all.map(({ id }) => id);
    },
  });
  // One change, after which the list is read again: there may be two thousand of them.
  const accept = useMeasureChange(storeId, (rows: readonly MeasureCase[]) =>
    bulk.run(rows, ({ id: caseId }) =>
      call(updateMeasureCase, { params: { storeId, caseId }, body: { isConfirmed: true } }),
    ),
  );
  const remove = useMeasureChange(storeId, (ids: string[]) =>
    call(deleteMeasureCases, { params: { storeId }, body: { ids } }),
  );

  const confirmAll = async () => {
    const done = await accept.mutateAsync(open);
    if (done.length > 0) notify(t('casesConfirmed', { count: done.length }), 'success');
  };
  const askToDelete = async () => {
    const count = selected.length;
    const asked = { title: t('deleteCasesTitle', { count }), description: t('deleteCaseText') };
    if (!(await confirm({ ...asked, confirmText: t('deleteCase'), isDanger: true }))) return;
    remove.mutate(
      selected.map(({ id }) => id),
      {
        onSuccess: ({ deleted }) => {
          selection.clear();
          notify(t('casesDeleted', { count: deleted }), 'success');
        },
        onError: notifyError,
      },
    );
  };
  const needs = 'knowledge:edit';
  const actions: (MenuAction | false)[] = [
    open.length > 0 && {
      ...{ id: 'confirm', label: t('confirm'), Icon: Check, needs },
      onSelect: () => void confirmAll(),
    },
    {
      ...{ id: 'delete', label: t('deleteCase'), Icon: Trash2, needs, isDanger: true },
      isDisabled: remove.isPending,
      onSelect: () => void askToDelete(),
    },
  ];
  return {
    count: selection.ids.size,
    onClear: matching.clear,
    all: matching.all,
    ...bulk.bar,
    actions: actions.filter((action) => action !== false),
  };
}
