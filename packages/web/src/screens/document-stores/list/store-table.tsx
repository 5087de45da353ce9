import type { DocumentStoreSummary } from '@tendril/contract/api/document-stores';
import { ArrowDown, ArrowUp, Ellipsis } from 'lucide-react';
import { Link } from 'react-router';
import { shortAge } from '../../../kit/lib/short-age.ts';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ActionMenu, type MenuAction } from '../../../kit/ui/action-menu.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { LoaderTiles } from '../loader-tiles.tsx';
import { failedCount, loaderNames } from '../store-facts.ts';
import { storePath } from '../store-paths.ts';
import { StoreStatus } from '../store-status.tsx';
import styles from '../table.module.css';
import { firstOrder, type StoreColumn, type StoreFilter } from './use-store-filter.ts';

const columns = [
  { id: 'name', key: 'colName' },
  { id: 'uses', key: 'colUses', isNumber: true },
  { id: 'characters', key: 'colChars', isNumber: true },
  { id: 'chunks', key: 'colChunks', isNumber: true },
  { id: 'loaders', key: 'colLoaders' },
  { id: 'status', key: 'colStatus' },
  { id: 'updated', key: 'colUpdated' },
] as const satisfies readonly { id: StoreColumn; key: string; isNumber?: boolean }[];

interface StoreTableProps {
  stores: readonly DocumentStoreSummary[];
  filter: StoreFilter;
  actsOf: (store: DocumentStoreSummary) => MenuAction[];
}

/** The stores as a table; every column sorts. */
export function StoreTable({ stores, filter, actsOf }: StoreTableProps) {
  const t = useTexts(knowledgeTexts);
  const { sort, setSort } = filter;
  const sortBy = (column: StoreColumn) =>
    setSort(sort.column === column ? { column, isDown: !sort.isDown } : firstOrder(column));
  return (
    <div className={styles['scroll']}>
      <table className={`${styles['table']} ${styles['wide']}`}>
        <thead>
          <tr>
            {columns.map((column) => {
              const isSorted = sort.column === column.id;
              const order = sort.isDown ? 'descending' : 'ascending';
              return (
                <th
                  key={column.id}
                  aria-sort={isSorted ? order : undefined}
                  className={'isNumber' in column ? styles['number'] : undefined}
                >
                  <button type="button" onClick={() => sortBy(column.id)}>
                    {t(column.key)}
                    {isSorted && (sort.isDown ? <ArrowDown size={14} /> : <ArrowUp size={14} />)}
                  </button>
                </th>
              );
            })}
            <th className={styles['acts']}>
              <span className="visually-hidden">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {stores.map((store) => (
            <StoreRow key={store.id} store={store} acts={actsOf(store)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function StoreRow({ store, acts }: { store: DocumentStoreSummary; acts: MenuAction[] }) {
  const t = useTexts(knowledgeTexts);
  const more = t('more', { name: store.name });
  return (
    <tr>
      <td>
        <Link to={storePath(store.id)} className={styles['name'] ?? ''} title={store.name}>
          {store.name}
        </Link>
        {store.description && <span className={styles['sub']}>{store.description}</span>}
      </td>
      <td className={styles['number']} title={store.whereUsed.map(({ name }) => name).join(', ')}>
        {store.whereUsed.length || '–'}
      </td>
      <td className={styles['number']}>{store.totalChars.toLocaleString('en-US')}</td>
      <td className={styles['number']}>{store.totalChunks.toLocaleString('en-US')}</td>
      <td>{store.loaders.length > 0 ? <LoaderTiles names={loaderNames(store.loaders)} /> : '–'}</td>
      <td>
        <StoreStatus status={store.status} failed={failedCount(store.loaders)} />
      </td>
      <td className={styles['when']}>{shortAge(Date.parse(store.updatedDate))}</td>
      <td className={styles['acts']}>
        <ActionMenu
          label={more}
          actions={acts}
          renderButton={(props) => (
            <IconButton {...props} size="small" label={more}>
              <Ellipsis size={16} />
            </IconButton>
          )}
        />
      </td>
    </tr>
  );
}
