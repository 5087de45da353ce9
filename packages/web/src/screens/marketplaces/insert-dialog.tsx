import { useQuery } from '@tanstack/react-query';
import type { FlowSummary } from '@tendril/contract/api/flows';
import type { TemplateDetail } from '@tendril/contract/api/template-gallery';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { canvasPath } from '../../kit/lib/flow-paths.ts';
import { useDebounced } from '../../kit/lib/use-debounced.ts';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { keepInsert } from '../../kit/state/pending-insert.ts';
import { marketplacesTexts } from '../../kit/texts/en/marketplaces.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SearchField } from '../../kit/ui/search-field.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import styles from './insert-dialog.module.css';
import { flowChoicesQuery, useTakeTemplate } from './templates.queries.ts';

const searchPauseMs = 200;

/** Chooses the flow that a template's nodes are put into, and opens its canvas with them. */
export function InsertDialog({ template, onClose }: { template: TemplateDetail; onClose: () => void }) {
  const t = useTexts(marketplacesTexts);
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim(), searchPauseMs);
  const type = template.type === 'TOOL' ? 'CHATFLOW' : template.type;
  const { data, error, refetch } = useQuery({ ...flowChoicesQuery(type, wanted), staleTime: 0 });
  const take = useTakeTemplate();
  const insert = async (flow: FlowSummary) => {
    try {
      const taken = await take.mutateAsync(template.id);
      keepInsert({ flowId: flow.id, name: template.name, flow: taken.flowData });
      await navigate(canvasPath(type, flow.id));
    } catch (thrown) {
      notifyError(thrown);
    }
  };
  const nothing = wanted === '' ? t(`none_${type}`) : t('noFlowMatch', { search: wanted });
  return (
    <Dialog isOpen title={t(`insert_${type}`)} width={560} isBusy={take.isPending} onClose={onClose}>
      <p className={styles['help']}>{t('insertHelp')}</p>
      <SearchField label={t(`search_${type}`)} value={search} onChange={setSearch} />
      {error && <ErrorState title={t('flowsFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonList count={3} />}
      {data?.data.length === 0 && <p className={styles['none']}>{nothing}</p>}
      <ul className={styles['list']}>
        {data?.data.map((flow) => (
          <li key={flow.id}>
            <button type="button" disabled={take.isPending} onClick={() => void insert(flow)}>
              <span>{flow.name}</span>
              <span>{t('nodes', { count: flow.nodeCount })}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
