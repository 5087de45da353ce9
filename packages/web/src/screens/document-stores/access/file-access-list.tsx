import { useQuery } from '@tanstack/react-query';
import { filesPerPage } from '@tendril/contract/api/store-access';
import { useState } from 'react';
import { knowledgeAccessTexts } from '../../../kit/texts/en/knowledge-access.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { SearchField } from '../../../kit/ui/search-field.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import { fileAccessQuery } from './access.queries.ts';
import styles from './access-dialog.module.css';
import type { AccessList } from './access-list.ts';
import { AccessListField, type KnownReaders } from './access-list-field.tsx';

interface FileAccessListProps {
  storeId: string;
  loaderId: string;
  known: KnownReaders;
  /** What was changed and is not saved yet. */
  changed: ReadonlyMap<string, AccessList>;
  onChange: (fileId: string, list: AccessList) => void;
}

/** The files of a loader, each with who may read it. */
export function FileAccessList({ storeId, loaderId, known, changed, onChange }: FileAccessListProps) {
  const t = useTexts(knowledgeAccessTexts);
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const { data } = useQuery(fileAccessQuery(storeId, loaderId, search, page));
  return (
    <div className={styles['files']}>
      <SearchField
        label={t('searchFiles')}
        value={search}
        onChange={(text) => {
          setSearch(text);
          setPage(1);
        }}
      />
      {!data && <SkeletonList count={2} />}
      {data?.count === 0 && <p className={styles['help']}>{t('noFiles')}</p>}
      <ul>
        {data?.files.map(({ id, title, list }) => (
          <li key={id} className={styles['row']}>
            <span className={styles['name']}>{title}</span>
            <AccessListField
              name={title}
              inherited={t('asSource')}
              list={changed.has(id) ? (changed.get(id) ?? null) : list}
              known={known}
              onChange={(next) => onChange(id, next)}
            />
          </li>
        ))}
      </ul>
      {data && data.count > page * filesPerPage && (
        <Button size="small" onClick={() => setPage(page + 1)}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}
