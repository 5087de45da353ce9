import { Eye, EyeOff } from 'lucide-react';
import { BulkBar } from '../../kit/lists/bulk-bar.tsx';
import type { Selection } from '../../kit/lists/use-selection.ts';
import { variablesTexts } from '../../kit/texts/en/variables.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { SearchField } from '../../kit/ui/search-field.tsx';
import { Segmented } from '../../kit/ui/segmented.tsx';
import { ToolRow } from '../../kit/ui/tool-row.tsx';
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
  if (selection.ids.size > 0)
    return (
      <ToolRow>
        <BulkBar count={selection.ids.size} onClear={selection.clear} onDelete={onDelete} />
      </ToolRow>
    );
  const { showsValues } = filter;
  return (
    <ToolRow
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
      <SearchField label={t('search')} value={filter.search} onChange={filter.setSearch} takesCtrlF />
      <Segmented
        label={t('types')}
        segments={kinds.map((value) => ({ value, label: t(value), count: filter.counts[value] }))}
        value={filter.kind}
        onChange={filter.setKind}
      />
    </ToolRow>
  );
}
