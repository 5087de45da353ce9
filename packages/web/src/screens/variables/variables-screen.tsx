import { useQuery } from '@tanstack/react-query';
import type { Variable } from '@tendril/contract/api/variables';
import { BookOpen, Plus, SearchX, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import listStyles from '../../kit/lists/list-table.module.css';
import { useSelection } from '../../kit/lists/use-selection.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { variablesTexts } from '../../kit/texts/en/variables.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { PageHead } from '../../kit/ui/page-head.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { HowToDrawer } from './how-to-drawer.tsx';
import { useVariableActions } from './use-variable-actions.ts';
import { useVariableFilter, type VariableFilter } from './use-variable-filter.ts';
import { VariableDialog } from './variable-dialog.tsx';
import { VariableTable } from './variable-table.tsx';
import { VariableTools } from './variable-tools.tsx';
import { variablesQuery } from './variables.queries.ts';

const exampleName = 'greeting';

/** What a new variable begins with. */
export type NewVariable = Pick<Variable, 'name' | 'value'>;

/** The variables that flows read by name. */
export function VariablesScreen() {
  const t = useTexts(variablesTexts);
  const page = useTexts(pageTexts);
  const variables = useQuery(variablesQuery);
  const [edited, setEdited] = useState<Variable | NewVariable | null>(null);
  const [isHelping, setHelping] = useState(false);
  const rows = variables.data ?? [];
  const add = () => setEdited({ name: '', value: '' });
  return (
    <div className={listStyles['paper']}>
      <PageHead
        title={page('config')}
        help={page('configHelp')}
        actions={
          <>
            <Button icon={<BookOpen size={20} />} onClick={() => setHelping(true)}>
              {t('howTo')}
            </Button>
            <Button look="primary" icon={<Plus size={20} />} onClick={add}>
              {t('add')}
            </Button>
          </>
        }
      />
      {variables.isPending && <SkeletonList count={6} />}
      {variables.isError && (
        <ErrorState title={t('loadFailed')} error={variables.error} onRetry={() => variables.refetch()} />
      )}
      {variables.data?.length === 0 && (
        <EmptyState
          Icon={SlidersHorizontal}
          title={t('empty')}
          text={`${t('emptyHelp')} ${t('emptyExample', { code: '{{$vars.greeting}}' })}`}
          action={
            <Button onClick={() => setEdited({ name: exampleName, value: t('exampleValue') })}>
              {t('addExample')}
            </Button>
          }
        />
      )}
      {rows.length > 0 && <VariableList variables={rows} onEdit={setEdited} />}
      {edited && <VariableDialog first={edited} all={rows} onClose={() => setEdited(null)} />}
      <HowToDrawer isOpen={isHelping} onClose={() => setHelping(false)} />
    </div>
  );
}

interface VariableListProps {
  variables: readonly Variable[];
  onEdit: (variable: Variable) => void;
}

function VariableList({ variables, onEdit }: VariableListProps) {
  const filter = useVariableFilter(variables);
  const selection = useSelection(variables.map(({ id }) => id));
  const actions = useVariableActions({ onEdit });
  const selected = variables.filter(({ id }) => selection.ids.has(id));
  return (
    <>
      <VariableTools
        filter={filter}
        selection={selection}
        onDelete={async () => {
          if (await actions.deleteMany(selected)) selection.clear();
        }}
      />
      {filter.shown.length === 0 ? (
        <NoMatch filter={filter} />
      ) : (
        <VariableTable filter={filter} selection={selection} actions={actions} onEdit={onEdit} />
      )}
    </>
  );
}

function NoMatch({ filter }: { filter: VariableFilter }) {
  const t = useTexts(variablesTexts);
  const search = filter.search.trim();
  return (
    <EmptyState
      Icon={SearchX}
      title={search === '' ? t('noMatchType') : t('noMatch', { search })}
      action={<Button onClick={filter.clear}>{t('clear')}</Button>}
    />
  );
}
