import { useQuery } from '@tanstack/react-query';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { type CSSProperties, useState } from 'react';
import { Link } from 'react-router';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { nodeLook } from '../../../kit/theme/node-look.ts';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { SearchField } from '../../../kit/ui/search-field.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { loaderPath } from '../store-paths.ts';
import { componentsQuery } from '../stores.queries.ts';
import styles from './source-gallery.module.css';

/** The loaders to choose from; choosing one opens its form. */
export function SourceGallery({ storeId, onClose }: { storeId: string; onClose: () => void }) {
  const t = useTexts(knowledgeTexts);
  const { data, error, refetch } = useQuery(componentsQuery('loaders'));
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = (data ?? []).filter((loader) => wordsOf(loader).includes(wanted));
  return (
    <Dialog isOpen title={t('gallery')} width={760} onClose={onClose}>
      <SearchField label={t('gallerySearch')} value={search} onChange={setSearch} />
      {error && !data && (
        <ErrorState title={t('galleryFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <SkeletonList count={4} />}
      {data && shown.length === 0 && <p className={styles['none']}>{t('galleryNone', { search })}</p>}
      <ul className={styles['grid']}>
        {shown.map((loader) => (
          <li key={loader.name}>
            <LoaderCard storeId={storeId} loader={loader} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function wordsOf({ label, name, description, inputs }: NodeTemplate): string {
  const types = inputs.map(({ fileType }) => fileType ?? '');
  return [label, name, description, ...types].join(' ').toLowerCase();
}

function LoaderCard({ storeId, loader }: { storeId: string; loader: NodeTemplate }) {
  const { colour, Icon } = nodeLook(loader);
  return (
    <Link to={loaderPath(storeId, loader.name)} className={styles['card'] ?? ''}>
      <span className={styles['icon']} style={{ '--category': colour } as CSSProperties}>
        <Icon size={20} aria-hidden="true" />
      </span>
      <span>
        <strong>{loader.label}</strong>
        <small>{loader.description}</small>
      </span>
    </Link>
  );
}
