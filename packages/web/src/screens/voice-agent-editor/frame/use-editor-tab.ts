import { useSearchParams } from 'react-router';

export const editorTabs = ['create', 'simulation'] as const;
export type EditorTab = (typeof editorTabs)[number];

/** The tab of the address, so that it can be linked; changing it leaves no step for the back button. */
export function useEditorTab(): [EditorTab, (tab: EditorTab) => void] {
  const [search, setSearch] = useSearchParams();
  const tab = editorTabs.find((name) => name === search.get('tab')) ?? 'create';
  const choose = (next: EditorTab) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === 'create') after.delete('tab');
        else after.set('tab', next);
        return after;
      },
      { replace: true },
    );
  return [tab, choose];
}
