import { LayoutGrid, List } from 'lucide-react';
import { listsTexts } from '../texts/en/lists.ts';
import { useTexts } from '../texts/texts.ts';
import { Segmented } from '../ui/segmented.tsx';
import type { ListView } from './use-list-view.ts';

/** Cards or table. */
export function ViewSwitch({ view, onChange }: { view: ListView; onChange: (view: ListView) => void }) {
  const t = useTexts(listsTexts);
  return (
    <Segmented
      label={t('view')}
      segments={[
        { value: 'cards', name: t('cards'), label: <LayoutGrid size={20} /> },
        { value: 'table', name: t('table'), label: <List size={20} /> },
      ]}
      value={view}
      onChange={onChange}
    />
  );
}
