import { Eye, EyeOff, Trash2 } from 'lucide-react';
import { ListTools } from '../../kit/lists/list-tools.tsx';
import type { Selection } from '../../kit/lists/use-selection.ts';
import { variablesTexts } from '../../kit/texts/en/variables.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Segmented } from '../../kit/ui/segmented.tsx';
import type { VariableFilter } from './use-variable-filter.ts';

interface VariableToolsProps {
  filter: VariableFilter;
  selection: Selection;
  onDelete: () => void;
}

const kinds = ['all', 'static', 'runtime', 'secret'] as const;

/** Search, types and the masks above the list; what can be done with the selection while there is one. */
export function VariableTools({ filter, selection, onDelete }: VariableToolsProps) {
  const t = useTexts(variablesTexts);
  const { showsValues } = filter;
  return (
    <ListTools
      searchLabel={t('search')}
      search={filter.search}
      onSearch={filter.setSearch}
      setCount={filter.kind === 'all' ? 0 : 1}
      bulk={{
        count: selection.ids.size,
        onClear: selection.clear,
        actions: [
          {
            id: 'delete',
            label: t('delete'),
            Icon: Trash2,
            needs: 'variables:edit',
            isDanger: true,
            onSelect: onDelete,
          },
        ],
      }}
      end={
        <Button
          aria-pressed={showsValues}
          icon={showsValues ? <EyeOff size={20} /> : <Eye size={20} />}
          onClick={() => filter.setShowsValues(!showsValues)}
        >
          {t(showsValues ? 'hideValues' : 'showValues')}
        </Button>
      }
    >
      <Segmented
        label={t('types')}
        segments={kinds.map((value) => ({ value, label: t(value), count: filter.counts[value] }))}
        value={filter.kind}
        onChange={filter.setKind}
      />
    </ListTools>
  );
}
