import { ArrowDownUp } from 'lucide-react';
import { listsTexts } from '../texts/en/lists.ts';
import { useTexts } from '../texts/texts.ts';
import { SelectMenu } from '../ui/select-menu.tsx';

interface SortMenuProps<V extends string> {
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
}

/** By what a list is sorted, where it shows cards. */
export function SortMenu<V extends string>(props: SortMenuProps<V>) {
  const t = useTexts(listsTexts);
  return <SelectMenu label={t('sort')} Icon={ArrowDownUp} {...props} />;
}
