import { type GapState, mostNamedGaps } from '@tendril/contract/api/knowledge-gaps';
import { EyeOff, RotateCcw } from 'lucide-react';
import type { BulkBarProps } from '../../../kit/lists/bulk-bar.tsx';
import { inLists, useSelectMatching } from '../../../kit/lists/use-select-matching.ts';
import type { Selection } from '../../../kit/lists/use-selection.ts';
import { notify, notifyError } from '../../../kit/state/notifier-store.ts';
import { knowledgeGapTexts } from '../../../kit/texts/en/knowledge-gaps.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { readGapIds, useSortGaps } from './gaps.queries.ts';

interface GapBulk {
  storeId: string;
  /** Of the gaps that are shown. */
  state: GapState;
  /** Gaps on all pages. */
  count: number;
  isMore: boolean;
}

/** What can be done with the selected questions: dismissed ones are opened again, others are dismissed. */
export function useGapBulk(selection: Selection, { storeId, state, count, isMore }: GapBulk): BulkBarProps {
  const t = useTexts(knowledgeGapTexts);
  const sort = useSortGaps(storeId);
  const matching = useSelectMatching(selection, {
    count,
    isMore,
    read: (onRead) => readGapIds(storeId, state, onRead),
  });
  const put = async (to: 'open' | 'dismissed') => {
    const ids = [...selection.ids];
    let [changed, done] = [0, 0];
    try {
      for (const some of inLists(ids, mostNamedGaps)) {
        changed += (await sort.mutateAsync({ ids: some, state: to })).changed;
        done += some.length;
      }
    } catch (thrown) {
      notifyError(thrown);
    }
    selection.set(ids.slice(done));
    if (changed > 0) notify(t(to === 'open' ? 'reopened' : 'dismissedMany', { count: changed }), 'success');
  };
  const isOpen = state === 'open';
  return {
    count: selection.ids.size,
    onClear: matching.clear,
    all: matching.all,
    actions: [
      {
        id: isOpen ? 'dismiss' : 'reopen',
        label: t(isOpen ? 'dismiss' : 'reopen'),
        Icon: isOpen ? EyeOff : RotateCcw,
        needs: ['knowledge:edit', 'conversations:read'],
        isDisabled: sort.isPending,
        onSelect: () => void put(isOpen ? 'dismissed' : 'open'),
      },
    ],
  };
}
