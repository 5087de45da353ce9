import { useQuery } from '@tanstack/react-query';
import type { Variable } from '@tendril/contract/api/variables';
import { BookOpen, Plus, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { ListPage } from '../../kit/lists/list-page.tsx';
import { NoMatch } from '../../kit/lists/no-match.tsx';
import { useSelection } from '../../kit/lists/use-selection.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { variablesTexts } from '../../kit/texts/en/variables.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { PermittedButton } from '../../kit/ui/permitted-button.tsx';
import { HowToDrawer } from './how-to-drawer.tsx';
import { useVariableActions } from './use-variable-actions.ts';
import { useVariableFilter } from './use-variable-filter.ts';
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
  const { data, error, refetch } = useQuery(variablesQuery);
  const [edited, setEdited] = useState<Variable | NewVariable | null>(null);
  const [isHelping, setHelping] = useState(false);
  const rows = data ?? [];
  const add = (
    <PermittedButton
      needs="variables:edit"
      look="primary"
      icon={<Plus size={20} />}
      onClick={() => setEdited({ name: '', value: '' })}
    >
      {t('add')}
    </PermittedButton>
  );
  return (
    <>
      <ListPage
        title={page('config')}
        help={page('configHelp')}
        acts={
          <Button icon={<BookOpen size={20} />} onClick={() => setHelping(true)}>
            {t('howTo')}
          </Button>
        }
        mainAct={add}
        query={{ hasData: data !== undefined, error, retry: () => void refetch() }}
        failed={t('loadFailed')}
        isEmpty={data?.length === 0}
        empty={
          <EmptyState
            Icon={SlidersHorizontal}
            title={t('empty')}
            text={`${t('emptyHelp')} ${t('emptyExample', { code: '{{$vars.greeting}}' })}`}
            action={
              <>
                {add}
                <PermittedButton
                  needs="variables:edit"
                  onClick={() => setEdited({ name: exampleName, value: t('exampleValue') })}
                >
                  {t('addExample')}
                </PermittedButton>
              </>
            }
          />
        }
        list={<VariableList variables={rows} onEdit={setEdited} />}
      />
      {edited && <VariableDialog first={edited} all={rows} onClose={() => setEdited(null)} />}
      <HowToDrawer isOpen={isHelping} onClose={() => setHelping(false)} />
    </>
  );
}

interface VariableListProps {
  variables: readonly Variable[];
  onEdit: (variable: Variable) => void;
}

function VariableList({ variables, onEdit }: VariableListProps) {
  const t = useTexts(variablesTexts);
  const filter = useVariableFilter(variables);
  const selection = useSelection(filter.shown);
  const actions = useVariableActions({ onEdit });
  const search = filter.search.trim();
  const deleteSelected = async () => {
    if (await actions.deleteMany(variables.filter(({ id }) => selection.ids.has(id)))) selection.clear();
  };
  return (
    <>
      <VariableTools filter={filter} selection={selection} onDelete={() => void deleteSelected()} />
      {filter.shown.length === 0 ? (
        <NoMatch title={search === '' ? t('noMatchType') : t('noMatch', { search })} onClear={filter.clear} />
      ) : (
        <VariableTable filter={filter} selection={selection} actions={actions} onEdit={onEdit} />
      )}
    </>
  );
}
