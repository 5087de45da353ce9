import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteLead, type Lead, listLeads } from '@tendril/contract/api/leads';
import { Download, SearchX, Trash2, UserRound } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../kit/api/call.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { leadsTexts } from '../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { SearchField } from '../../kit/ui/search-field.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { downloadText } from './download.ts';
import { fileStem } from './file-stem.ts';
import styles from './records.module.css';
import { whenText } from './when-text.ts';
import { writeCsv } from './write-csv.ts';

const leadsQuery = (flowId: string) =>
  queryOptions({
    queryKey: ['leads', flowId],
    queryFn: ({ signal }) => call(listLeads, { params: { id: flowId }, signal }),
    staleTime: 0,
  });

function matches({ name, email, phone }: Lead, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return [name, email, phone].some((value) => value?.toLowerCase().includes(wanted));
}

/** The contact details that visitors have left with a flow. */
export function LeadsDialog({ flowId, onClose }: { flowId: string; onClose: () => void }) {
  const t = useTexts(leadsTexts);
  const { data, error, refetch } = useQuery(leadsQuery(flowId));
  const [search, setSearch] = useState('');
  const shown = (data ?? []).filter((lead) => search.trim() === '' || matches(lead, search));
  const exportAll = () => {
    const head = [t('name'), t('email'), t('phone'), t('created')];
    const rows = shown.map(({ name, email, phone, createdDate }) => [
      name ?? '',
      email ?? '',
      phone ?? '',
      createdDate,
    ]);
    downloadText(`${fileStem('leads')}.csv`, writeCsv([head, ...rows]), 'text/csv');
  };
  return (
    <Dialog isOpen title={t('title')} width={880} onClose={onClose}>
      <div className={styles['body']}>
        <div className={styles['tools']}>
          <SearchField label={t('search')} value={search} onChange={setSearch} />
          <div className={styles['end']}>
            <Button icon={<Download size={16} />} disabled={shown.length === 0} onClick={exportAll}>
              {t('export')}
            </Button>
          </div>
        </div>
        {error && <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />}
        {!error && !data && <SkeletonList shape="rows" count={4} />}
        {data?.length === 0 && <EmptyState Icon={UserRound} title={t('empty')} text={t('emptyHelp')} />}
        {data && data.length > 0 && shown.length === 0 && (
          <EmptyState Icon={SearchX} title={t('noMatch', { search })} />
        )}
        {shown.length > 0 && <LeadTable flowId={flowId} leads={shown} />}
        {data && data.length > 0 && <p className={styles['count']}>{t('count', { count: shown.length })}</p>}
      </div>
    </Dialog>
  );
}

function LeadTable({ flowId, leads }: { flowId: string; leads: readonly Lead[] }) {
  const t = useTexts(leadsTexts);
  const client = useQueryClient();
  const remove = async (lead: Lead) => {
    const name = lead.name || lead.email || lead.phone || t('nobody');
    const isSure = await confirm({
      title: t('delete'),
      description: t('deleteQuestion', { name }),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return;
    try {
      await call(deleteLead, { params: { id: lead.id } });
      await client.invalidateQueries(leadsQuery(flowId));
      notify(t('deleted', { name }), 'success');
    } catch (thrown) {
      notifyError(thrown);
    }
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled box must be reachable by keyboard
    <section className={styles['scroll']} tabIndex={0} aria-label={t('title')}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th>{t('name')}</th>
            <th>{t('email')}</th>
            <th>{t('phone')}</th>
            <th>{t('created')}</th>
            <th className={styles['narrow']}>
              <span className="visually-hidden">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {leads.map((lead) => (
            <tr key={lead.id}>
              <td>{lead.name}</td>
              <td>{lead.email}</td>
              <td>{lead.phone}</td>
              <td className={styles['time']}>{whenText(lead.createdDate)}</td>
              <td>
                <IconButton
                  size="small"
                  label={t('deleteOne', { name: lead.name || lead.email || t('nobody') })}
                  onClick={() => void remove(lead)}
                >
                  <Trash2 size={16} />
                </IconButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
