import type { DocumentStoreSummary } from '@tendril/contract/api/document-stores';
import { Link } from 'react-router';
import { Age } from '../../../kit/lists/age.tsx';
import type { ListColumn } from '../../../kit/lists/list-column.ts';
import listStyles from '../../../kit/lists/list-table.module.css';
import { ListTable } from '../../../kit/lists/list-table.tsx';
import type { Selection } from '../../../kit/lists/use-selection.ts';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import type { MenuAction } from '../../../kit/ui/action-menu.tsx';
import { LoaderTiles } from '../loader-tiles.tsx';
import { failedCount, loaderNames } from '../store-facts.ts';
import { storePath } from '../store-paths.ts';
import { StoreStatus } from '../store-status.tsx';
import type { StoreColumn, StoreFilter } from './use-store-filter.ts';

interface StoreTableProps {
  stores: readonly DocumentStoreSummary[];
  /** How many there are, also of those that are not drawn. */
  count: number;
  filter: StoreFilter;
  actsOf: (store: DocumentStoreSummary) => MenuAction[];
  selection: Selection;
}

const amount = (value: number) => value.toLocaleString('en-US');

/** The stores as a table; every column sorts. */
export function StoreTable({ stores, count, filter, actsOf, selection }: StoreTableProps) {
  const t = useTexts(knowledgeTexts);
  const columns: readonly ListColumn<DocumentStoreSummary, StoreColumn>[] = [
    {
      id: 'name',
      label: t('colName'),
      isMain: true,
      cell: ({ id, name, description }) => (
        <>
          <Link to={storePath(id)} className={listStyles['name'] ?? ''} title={name}>
            {name}
          </Link>
          {description && <span className={listStyles['sub']}>{description}</span>}
        </>
      ),
    },
    {
      id: 'uses',
      label: t('colUses'),
      isFigure: true,
      from: 1080,
      cell: ({ whereUsed }) => (
        <span title={whereUsed.map(({ name }) => name).join(', ')}>{whereUsed.length || '–'}</span>
      ),
    },
    {
      id: 'characters',
      label: t('colChars'),
      isFigure: true,
      from: 660,
      cell: ({ totalChars }) => amount(totalChars),
    },
    {
      id: 'chunks',
      label: t('colChunks'),
      isFigure: true,
      from: 520,
      cell: ({ totalChunks }) => amount(totalChunks),
    },
    {
      id: 'loaders',
      label: t('colLoaders'),
      from: 1080,
      startsDescending: true,
      cell: ({ loaders }) => (loaders.length > 0 ? <LoaderTiles names={loaderNames(loaders)} /> : '–'),
    },
    {
      id: 'status',
      label: t('colStatus'),
      cell: ({ status, loaders }) => <StoreStatus status={status} failed={failedCount(loaders)} />,
    },
    {
      id: 'updated',
      label: t('colUpdated'),
      from: 660,
      startsDescending: true,
      cell: ({ updatedDate }) => <Age at={updatedDate} />,
    },
  ];
  return (
    <ListTable
      rows={stores}
      columns={columns}
      sorting={filter.sort}
      onSort={filter.setSort}
      selection={selection}
      nameOf={({ name }) => name}
      actionsOf={actsOf}
      count={t('storeCount', { count })}
    />
  );
}
