import { useQuery } from '@tanstack/react-query';
import type { Assistant } from '@tendril/contract/api/assistants';
import { Bot, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CardGrid } from '../../kit/lists/card-grid.tsx';
import { ListPage } from '../../kit/lists/list-page.tsx';
import { ListTools } from '../../kit/lists/list-tools.tsx';
import { NameDialog } from '../../kit/lists/name-dialog.tsx';
import { NoMatch } from '../../kit/lists/no-match.tsx';
import { SortMenu } from '../../kit/lists/sort-menu.tsx';
import { notify } from '../../kit/state/notifier-store.ts';
import { assistantsTexts } from '../../kit/texts/en/assistants.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';
import { AssistantCard } from './assistant-card.tsx';
import { assistantPath } from './assistant-path.ts';
import { assistantsQuery, customDetailsOf, useCreateAssistant } from './assistants.queries.ts';
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
  const { data, error, refetch } = useQuery(assistantsQuery('CUSTOM'));
  const [isCreating, setCreating] = useState(false);
  const newButton = (
    <PermittedButton
      needs="assistants:edit"
      look="primary"
      icon={<Plus size={20} />}
      onClick={() => setCreating(true)}
    >
      {t('newAssistant')}
    </PermittedButton>
  );
  return (
    <>
      <ListPage
        title={page('customAssistants')}
        help={page('customAssistantsHelp')}
        mainAct={newButton}
        query={{ hasData: data !== undefined, error, retry: () => void refetch() }}
        failed={t('loadFailed')}
        isEmpty={data?.length === 0}
        empty={<EmptyState Icon={Bot} title={t('empty')} text={t('emptyHelp')} action={newButton} />}
        view="cards"
        list={<Cards all={data ?? []} />}
      />
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
      <ListTools
        searchLabel={t('search')}
        search={search}
        onSearch={setSearch}
        end={
          <SortMenu
            options={sorts.map(({ value, key }) => ({ value, label: t(key) }))}
            value={sort}
            onChange={setSort}
          />
        }
      />
      {shown.length === 0 ? (
        <NoMatch title={t('noMatch', { search: search.trim() })} onClear={() => setSearch('')} />
      ) : (
        <CardGrid>
          {shown.map(({ assistant, details }) => (
            <AssistantCard
              key={assistant.id}
              assistant={assistant}
              details={details}
              actions={actionsOf(assistant, details)}
            />
          ))}
        </CardGrid>
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
      label={t('nameLabel')}
      hint={t('nameHint')}
      needed={t('nameNeeded')}
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
