import { SearchX } from 'lucide-react';
import { listsTexts } from '../texts/en/lists.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Empty state for search and filters, with a button to clear them. */
export function NoMatch({
  title,
  text,
  onClear,
}: {
  title: string;
  text?: string | undefined;
  onClear: () => void;
}) {
  const t = useTexts(listsTexts);
  return (
    <EmptyState
      Icon={SearchX}
      title={title}
      text={text}
      action={<Button onClick={onClear}>{t('clearFilters')}</Button>}
    />
  );
}
