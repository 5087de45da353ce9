import { useParams } from 'react-router';
import { knowledgeTexts } from '../../kit/texts/en/knowledge.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Crumb } from '../../kit/ui/crumb.tsx';
import { storePath } from './store-paths.ts';

/** The way back from a page of a store to the store, also while its name is not known; the top bar leads to all of them. */
export function StoreCrumb({ store }: { store: { id: string; name: string } | undefined }) {
  const t = useTexts(knowledgeTexts);
  const page = useTexts(pageTexts);
  const { storeId = '' } = useParams();
  return (
    <Crumb label={t('crumb')} to={storePath(store?.id ?? storeId)} name={store?.name ?? page('store')} />
  );
}
