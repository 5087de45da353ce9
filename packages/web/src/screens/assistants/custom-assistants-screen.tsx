import { useQuery } from '@tanstack/react-query';
import type { Assistant } from '@tendril/contract/api/assistants';
import { ArrowDownUp, Bot, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '../../kit/state/notifier-store.ts';
import { assistantsTexts } from '../../kit/texts/en/assistants.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { PageHead } from '../../kit/ui/page-head.tsx';
import { SearchField } from '../../kit/ui/search-field.tsx';
import { SelectMenu } from '../../kit/ui/select-menu.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { ToolRow } from '../../kit/ui/tool-row.tsx';
import styles from './assistant-card.module.css';
import { AssistantCard } from './assistant-card.tsx';
import { assistantPath } from './assistant-path.ts';
import { assistantsQuery, customDetailsOf, useCreateAssistant } from './assistants.queries.ts';
import { NameDialog } from './name-dialog.tsx';
import { type AssistantSort, sortAssistants } from './sort-assistants.ts';
import { useAssistantActions } from './use-assistant-actions.tsx';

const sorts = [
  { value: 'updated', key: 'sortUpdated' },
  { value: 'name', key: 'sortName' },
  { value: 'created', key: 'sortCreated' },
] as const;

/** The list of custom assistants. */
export function CustomAssistantsScreen() {
  const t = useTexts(assistantsTexts);
  const page = useTexts(pageTexts);
  const list = useQuery(assistantsQuery('CUSTOM'));
  const [isCreating, setCreating] = useState(false);
  const newButton = (
    <Button look="primary" icon={<Plus size={20} />} onClick={() => setCreating(true)}>
      {t('newAssistant')}
    </Button>
  );
  const isEmpty = list.data?.length === 0;
  return (
    <>
      <PageHead
        title={page('customAssistants')}
        help={page('customAssistantsHelp')}
        actions={!isEmpty && newButton}
      />
      {list.isPending && (
        <div className={styles['wait']}>
          <SkeletonList shape="cards" />
        </div>
      )}
      {list.isError && (
        <ErrorState title={t('loadFailed')} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {isEmpty && <EmptyState Icon={Bot} title={t('empty')} text={t('emptyHelp')} action={newButton} />}
      {list.data && !isEmpty && <Cards all={list.data} />}
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function Cards({ all }: { all: readonly Assistant[] }) {
  const t = useTexts(assistantsTexts);
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<AssistantSort>('updated');
  const { actionsOf, dialog } = useAssistantActions();
  const named = all.map((assistant) => ({ assistant, details: customDetailsOf(assistant) }));
  const shown = sortAssistants(named, search, sort);
  return (
    <>
      <ToolRow
        end={
          <SelectMenu
            label={t('sort')}
            Icon={ArrowDownUp}
            options={sorts.map(({ value, key }) => ({ value, label: t(key) }))}
            value={sort}
            onChange={setSort}
          />
        }
      >
        <SearchField label={t('search')} value={search} onChange={setSearch} takesCtrlF />
      </ToolRow>
      {shown.length === 0 ? (
        <EmptyState
          Icon={SearchX}
          title={t('noMatch', { search: search.trim() })}
          action={<Button onClick={() => setSearch('')}>{t('clearSearch')}</Button>}
        />
      ) : (
        <div className={styles['grid']}>
          {shown.map(({ assistant, details }) => (
            <AssistantCard
              key={assistant.id}
              assistant={assistant}
              details={details}
              actions={actionsOf(assistant, details)}
            />
          ))}
        </div>
      )}
      {dialog}
    </>
  );
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(assistantsTexts);
  const navigate = useNavigate();
  const create = useCreateAssistant();
  const submit = (name: string) =>
    create.mutate(
      { details: JSON.stringify({ name }), type: 'CUSTOM' },
      {
        onSuccess: ({ id }) => {
          notify(t('created'), 'success');
          void navigate(assistantPath(id));
        },
      },
    );
  return (
    <NameDialog
      title={t('createTitle')}
      submitText={t('create')}
      initialName=""
      isBusy={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
