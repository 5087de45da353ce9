import { useQuery } from '@tanstack/react-query';
import type { FlowTemplate } from '@tendril/contract/api/flow-templates';
import { LayoutTemplate, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { NodeTiles } from '../../kit/lists/node-tiles.tsx';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Chip } from '../../kit/ui/chip.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { SearchField } from '../../kit/ui/search-field.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { flowPath } from './flow-paths.ts';
import { type ListKind, useCreateFromStarter } from './flows.queries.ts';
import styles from './template-picker.module.css';
import { flowTemplatesQuery, useCreateFromTemplate, useDeleteTemplate } from './templates.queries.ts';

const starters = [
  { id: 'support-bot', stem: 'support' },
  { id: 'appointment-agent', stem: 'appointment' },
] as const;

const searchFrom = 8;

/** Begins a flow from a template of one's own or from a starter. */
export function TemplatePicker({ kind, onClose }: { kind: ListKind; onClose: () => void }) {
  const t = useTexts(flowsTexts);
  const { data, error, refetch } = useQuery({ ...flowTemplatesQuery(kind), staleTime: 0 });
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = (data ?? []).filter(({ name, description, usecases }) =>
    [name, description, ...usecases].some((text) => text.toLowerCase().includes(wanted)),
  );
  const isEmpty = data?.length === 0;
  return (
    <Dialog isOpen title={t('pickTemplate')} width={720} onClose={onClose}>
      {(data?.length ?? 0) >= searchFrom && (
        <SearchField label={t('searchTemplates')} value={search} onChange={setSearch} />
      )}
      <section className={styles['group']} aria-label={t('ownTemplates')}>
        <h3>{t('ownTemplates')}</h3>
        {error && <ErrorState title={t('templatesFailed')} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonList shape="rows" count={2} />}
        {isEmpty && kind === 'CHATFLOW' && <p className={styles['none']}>{t('noTemplates')}</p>}
        {isEmpty && kind !== 'CHATFLOW' && (
          <EmptyState Icon={LayoutTemplate} title={t('noTemplatesTitle')} text={t('noTemplates')} />
        )}
        {!isEmpty && data && shown.length === 0 && (
          <p className={styles['none']}>{t('noTemplateMatch', { search })}</p>
        )}
        <ul>
          {shown.map((template) => (
            <TemplateRow key={template.id} template={template} />
          ))}
        </ul>
      </section>
      {kind === 'CHATFLOW' && <Starters />}
    </Dialog>
  );
}

function TemplateRow({ template }: { template: FlowTemplate }) {
  const t = useTexts(flowsTexts);
  const navigate = useNavigate();
  const create = useCreateFromTemplate();
  const remove = useDeleteTemplate();
  const { id, name, description, badge, usecases, nodeNames } = template;
  const open = async () => {
    try {
      const flow = await create.mutateAsync(id);
      await navigate(flowPath(flow.type === 'ASSISTANT' ? 'CHATFLOW' : flow.type, flow.id));
    } catch (thrown) {
      notifyError(thrown);
    }
  };
  const askToDelete = async () => {
    const isSure = await confirm({
      title: t('delete'),
      description: t('deleteTemplate', { name }),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return;
    remove.mutate(id, {
      onSuccess: () => notify(t('deleted', { name }), 'success'),
      onError: notifyError,
    });
  };
  return (
    <li className={styles['row']}>
      <div>
        <h4>
          {name}
          {badge && <Chip label={badge} />}
        </h4>
        {description && <p>{description}</p>}
        <div className={styles['made']}>
          <NodeTiles names={nodeNames} />
          {usecases.map((usecase) => (
            <Chip key={usecase} label={usecase} />
          ))}
        </div>
      </div>
      <IconButton label={t('deleteNamed', { name })} onClick={() => void askToDelete()}>
        <Trash2 size={16} />
      </IconButton>
      <Button isBusy={create.isPending} aria-label={t('useNamed', { name })} onClick={() => void open()}>
        {t('useTemplate')}
      </Button>
    </li>
  );
}

function Starters() {
  const t = useTexts(flowsTexts);
  const navigate = useNavigate();
  const create = useCreateFromStarter();
  const open = async (id: (typeof starters)[number]['id']) => {
    try {
      const flow = await create.mutateAsync(id);
      await navigate(flowPath('CHATFLOW', flow.id, 'test'));
    } catch (thrown) {
      notifyError(thrown);
    }
  };
  return (
    <section className={styles['group']} aria-label={t('starters')}>
      <h3>{t('starters')}</h3>
      <ul>
        {starters.map(({ id, stem }) => (
          <li key={id} className={styles['row']}>
            <div>
              <h4>{t(`${stem}Title`)}</h4>
              <p>{t(`${stem}Text`)}</p>
            </div>
            <Button
              isBusy={create.isPending && create.variables === id}
              aria-label={t('useNamed', { name: t(`${stem}Title`) })}
              onClick={() => void open(id)}
            >
              {t('useTemplate')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
