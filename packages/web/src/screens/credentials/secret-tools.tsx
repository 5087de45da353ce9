import { Shapes } from 'lucide-react';
import { secretsTexts } from '../../kit/texts/en/secrets.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { SearchField } from '../../kit/ui/search-field.tsx';
import { Segmented } from '../../kit/ui/segmented.tsx';
import { SelectMenu } from '../../kit/ui/select-menu.tsx';
import { ToolRow } from '../../kit/ui/tool-row.tsx';
import type { Secrets } from './use-secrets.ts';

const shows = ['all', 'failing', 'unused'] as const;

/** Search, tabs with counts and the choice of a type. */
export function SecretTools({ secrets }: { secrets: Secrets }) {
  const t = useTexts(secretsTexts);
  const { filter, change, counts, types } = secrets;
  const kinds = types.map(([value, label]) => ({ value, label }));
  return (
    <ToolRow
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
      <SearchField
        label={t('search')}
        value={filter.search}
        onChange={(search) => change({ search })}
        takesCtrlF
      />
      <Segmented
        label={t('show')}
        segments={shows.map((value) => ({ value, label: t(value), count: counts?.[value] }))}
        value={filter.show}
        onChange={(show) => change({ show })}
      />
    </ToolRow>
  );
}
