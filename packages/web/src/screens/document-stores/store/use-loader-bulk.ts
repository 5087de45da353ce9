import { refreshDocumentStore } from '@tendril/contract/api/document-store-vectors';
import {
  type DocumentStore,
  deleteLoader,
  processLoader,
  type StoreLoader,
} from '@tendril/contract/api/document-stores';
import { cancelJob, pauseJob, resumeJob } from '@tendril/contract/api/jobs';
import { runSourceSync } from '@tendril/contract/api/source-sync';
import { CalendarSync, Pause, Play, RefreshCw, Scissors, Square, Trash2 } from 'lucide-react';
import { call } from '../../../kit/api/call.ts';
import type { BulkBarProps } from '../../../kit/lists/bulk-bar.tsx';
import { useBulk } from '../../../kit/lists/use-bulk.ts';
import type { Selection } from '../../../kit/lists/use-selection.ts';
import { confirm } from '../../../kit/state/confirm-store.ts';
import { notify } from '../../../kit/state/notifier-store.ts';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { knowledgeFileTexts } from '../../../kit/texts/en/knowledge-files.ts';
import { knowledgeSourcesTexts } from '../../../kit/texts/en/knowledge-sources.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { MenuAction } from '../../../kit/ui/action-menu.tsx';
import { useStoreChange } from '../stores.queries.ts';

const needs = 'knowledge:edit';

/** What each act does to one source. */
const actsOn = {
  process: ({ id: loaderId }: StoreLoader, storeId: string) =>
    call(processLoader, { params: { loaderId }, body: { storeId } }),
  refresh: ({ id: docId }: StoreLoader, id: string) =>
    call(refreshDocumentStore, { params: { id }, query: { wait: 'false' }, body: { items: [{ docId }] } }),
  sync: ({ id }: StoreLoader) => call(runSourceSync, { params: { id }, body: {} }),
  delete: ({ id: loaderId }: StoreLoader, id: string) => call(deleteLoader, { params: { id, loaderId } }),
  ...{ pause: onJob(pauseJob), resume: onJob(resumeJob), stop: onJob(cancelJob) },
};
type ActName = keyof typeof actsOn;

function onJob(endpoint: typeof pauseJob | typeof resumeJob | typeof cancelJob) {
  return async ({ job }: StoreLoader) => job && call(endpoint, { params: { id: job.id } });
}

/** What can be done with the selected sources of a store. */
export function useLoaderBulk(store: DocumentStore, selection: Selection): BulkBarProps {
  const t = useTexts(knowledgeTexts);
  const bulk = useBulk<StoreLoader>(selection, ({ loaderName }) => loaderName);
  const change = useStoreChange((work: () => Promise<unknown>) => work());
  const sayDone = useDoneText();
  const selected = store.loaders.filter(({ id }) => selection.ids.has(id));

  const run = async (rows: readonly StoreLoader[], name: ActName) => {
    const act = actsOn[name];
    const { length: count } = await bulk.run(rows, (row) => change.mutateAsync(() => act(row, store.id)));
    const text = count > 0 && sayDone(name, count);
    if (text) notify(text, name === 'delete' ? 'success' : 'info');
  };
  const askToDelete = async () => {
    const isSure = await confirm({
      title: t('delete'),
      description: t('deleteLoaders', { count: selected.length }),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (isSure) await run(selected, 'delete');
  };
  const offered = useOffered(store, selected);
  return {
    count: selection.ids.size,
    onClear: selection.clear,
    ...bulk.bar,
    actions: [
      ...offered.map(({ rows, ...action }) => ({ ...action, onSelect: () => void run(rows, action.id) })),
      {
        ...{ id: 'delete', label: t('delete'), Icon: Trash2, needs, isDanger: true },
        onSelect: () => void askToDelete(),
      },
    ],
  };
}

function useDoneText(): (name: ActName, count: number) => string | undefined {
  const t = useTexts(knowledgeTexts);
  const tSources = useTexts(knowledgeSourcesTexts);
  return (name, count) => {
    if (name === 'sync') return tSources('syncsStarted', { count });
    if (name === 'process') return t('loadersStarted', { count });
    if (name === 'refresh') return t('loadersRefreshed', { count });
    return name === 'delete' ? t('loadersDeleted', { count }) : undefined;
  };
}

interface Offered extends Omit<MenuAction, 'id' | 'onSelect'> {
  id: ActName;
  /** With which of the selected sources it can be done. */
  rows: readonly StoreLoader[];
}

/** The acts that there is a selected source for. */
function useOffered({ syncs }: DocumentStore, selected: readonly StoreLoader[]): Offered[] {
  const t = useTexts(knowledgeTexts);
  const tFiles = useTexts(knowledgeFileTexts);
  const tSources = useTexts(knowledgeSourcesTexts);
  const kept = new Set(syncs.map(({ loaderId }) => loaderId));
  const inStep = selected.filter(({ id }) => kept.has(id));
  const running = selected.filter(({ job }) => job && job.state !== 'paused');
  const paused = selected.filter(({ job }) => job?.state === 'paused');
  const all: Offered[] = [
    { id: 'process', label: t('process'), Icon: Scissors, needs, rows: selected },
    {
      id: 'refresh',
      label: t('refresh'),
      Icon: RefreshCw,
      remark: t('refreshSelectedHelp'),
      needs,
      rows: selected,
    },
    { id: 'sync', label: tSources('runNow'), Icon: CalendarSync, needs, rows: inStep },
    { id: 'pause', label: tFiles('pause'), Icon: Pause, needs, rows: running },
    { id: 'resume', label: tFiles('resume'), Icon: Play, needs, rows: paused },
    { id: 'stop', label: tFiles('stop'), Icon: Square, needs, rows: [...running, ...paused] },
  ];
  return all.filter(({ rows }) => rows.length > 0);
}
