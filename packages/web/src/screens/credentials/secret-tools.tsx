import { Shapes, Trash2 } from 'lucide-react';
import { ListTools } from '../../kit/lists/list-tools.tsx';
import type { Selection } from '../../kit/lists/use-selection.ts';
import { secretsTexts } from '../../kit/texts/en/secrets.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Segmented } from '../../kit/ui/segmented.tsx';
import { SelectMenu } from '../../kit/ui/select-menu.tsx';
import type { Secrets } from './use-secrets.ts';

const shows = ['all', 'failing', 'unused'] as const;

interface SecretToolsProps {
  secrets: Secrets;
  selection: Selection;
  onDelete: () => void;
}

/** Search, tabs with counts and the choice of a type; what can be done with the selection while there is one. */
export function SecretTools({ secrets, selection, onDelete }: SecretToolsProps) {
  const t = useTexts(secretsTexts);
  const { filter, change, counts, types } = secrets;
  const kinds = types.map(([value, label]) => ({ value, label }));
  return (
    <ListTools
      searchLabel={t('search')}
      search={filter.search}
      onSearch={(search) => change({ search })}
      setCount={[filter.type !== '', filter.show !== 'all'].filter(Boolean).length}
      bulk={{
        count: selection.ids.size,
        onClear: selection.clear,
        actions: [
          {
            id: 'delete',
            label: t('delete'),
            Icon: Trash2,
            needs: 'credentials:edit',
            isDanger: true,
            onSelect: onDelete,
          },
        ],
      }}
      end={
        <SelectMenu
          label={t('type')}
          Icon={Shapes}
          options={[{ value: '', label: t('allTypes') }, ...kinds]}
          value={filter.type}
          onChange={(type) => change({ type })}
        />
      }
    >
      <Segmented
        label={t('show')}
        segments={shows.map((value) => ({ value, label: t(value), count: counts?.[value] }))}
        value={filter.show}
        onChange={(show) => change({ show })}
      />
    </ListTools>
  );
}
