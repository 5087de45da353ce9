import { knowledgeTexts } from '../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Crumb } from '../../kit/ui/crumb.tsx';
import { storePath } from './store-paths.ts';

/** The way back from a page of a store to the store; the top bar leads to all of them. */
export function StoreCrumb({ store }: { store: { id: string; name: string } | undefined }) {
  const t = useTexts(knowledgeTexts);
  return store ? <Crumb label={t('crumb')} to={storePath(store.id)} name={store.name} /> : null;
}
