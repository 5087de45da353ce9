import type { ApiKey } from '@tendril/contract/api/api-keys';
import { ChevronRight, Pencil, ShieldCheck, SquareTerminal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Age } from '../../kit/lists/age.tsx';
import type { ListColumn } from '../../kit/lists/list-column.ts';
import listStyles from '../../kit/lists/list-table.module.css';
import { ListTable } from '../../kit/lists/list-table.tsx';
import { apiKeysTexts } from '../../kit/texts/en/api-keys.ts';
import { say, useTexts } from '../../kit/texts/texts.ts';
import type { MenuAction } from '../../kit/ui/action-menu.tsx';
import type { KeyColumn, KeyOrder } from './arrange-keys.ts';
import { BoundFlows } from './bound-flows.tsx';
import { KeyExpiry, KeyMaker, KeyScope } from './key-cells.tsx';
import styles from './key-table.module.css';

/** What can be done with a key. */
export interface KeyActions {
  onRename: (key: ApiKey) => void;
  onChange: (key: ApiKey) => void;
  onCopyCall: (key: ApiKey) => void;
  onDelete: (key: ApiKey) => void;
}

interface KeyTableProps extends KeyActions {
  keys: readonly ApiKey[];
  order: KeyOrder;
  onOrder: (order: KeyOrder) => void;
}

/** The keys, sorted by any column; a row unfolds to the flows that are bound to its key. */
export function KeyTable({ keys, order, onOrder, ...acts }: KeyTableProps) {
  const t = useTexts(apiKeysTexts);
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setOpenIds((open) => new Set([...open].filter((one) => one !== id).concat(open.has(id) ? [] : id)));
  const never = <span className={listStyles['quiet']}>{t('never')}</span>;
  const columns: readonly ListColumn<ApiKey, KeyColumn>[] = [
    {
      id: 'keyName',
      label: t('name'),
      isMain: true,
      cell: ({ keyName }) => <span className={styles['name']}>{keyName}</span>,
    },
    { id: 'hint', label: t('key'), cell: ({ hint }) => <code className={styles['key']}>{hint}</code> },
    { id: 'scope', label: t('scope'), from: 660, cell: (key) => <KeyScope apiKey={key} /> },
    {
      id: 'usedBy',
      label: t('usedBy'),
      from: 520,
      startsDescending: true,
      cell: (key) => (
        <UnfoldButton apiKey={key} isOpen={openIds.has(key.id)} onToggle={() => toggle(key.id)} />
      ),
    },
    {
      id: 'lastUsedAt',
      label: t('lastUsed'),
      from: 660,
      startsDescending: true,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? never : <Age at={lastUsedAt} />),
    },
    {
      id: 'expiresAt',
      label: t('expires'),
      from: 660,
      cell: (key) => <KeyExpiry apiKey={key} />,
    },
    {
      id: 'createdAt',
      label: t('created'),
      from: 1080,
      startsDescending: true,
      cell: (key) => <KeyMaker apiKey={key} />,
    },
  ];
  return (
    <ListTable
      rows={keys}
      columns={columns}
      sorting={order}
      onSort={onOrder}
      nameOf={({ keyName }) => keyName}
      actionsOf={(key) => actionsOf(key, acts)}
      detailOf={(key) => openIds.has(key.id) && <BoundFlows apiKey={key} />}
      count={t('keyCount', { count: keys.length })}
    />
  );
}

interface UnfoldButtonProps {
  apiKey: ApiKey;
  isOpen: boolean;
  onToggle: () => void;
}

function UnfoldButton({ apiKey: { keyName, chatFlows }, isOpen, onToggle }: UnfoldButtonProps) {
  const t = useTexts(apiKeysTexts);
  if (chatFlows.length === 0) return <span className={listStyles['quiet']}>{t('noFlow')}</span>;
  const flows = t('flowCount', { count: chatFlows.length });
  return (
    <button
      type="button"
      className={styles['unfold']}
      aria-expanded={isOpen}
      aria-label={t('showFlows', { name: keyName, flows })}
      onClick={onToggle}
    >
      <ChevronRight size={16} />
      {flows}
    </button>
  );
}

function actionsOf(key: ApiKey, acts: KeyActions): MenuAction[] {
  return [
    {
      id: 'rename',
      label: say(apiKeysTexts, 'rename'),
      Icon: Pencil,
      needs: 'keys:edit',
      onSelect: () => acts.onRename(key),
    },
    {
      id: 'change',
      label: say(apiKeysTexts, 'change'),
      Icon: ShieldCheck,
      needs: 'keys:edit',
      onSelect: () => acts.onChange(key),
    },
    {
      id: 'curl',
      label: say(apiKeysTexts, 'copyCurl'),
      Icon: SquareTerminal,
      onSelect: () => acts.onCopyCall(key),
    },
    {
      id: 'delete',
      label: say(apiKeysTexts, 'delete'),
      Icon: Trash2,
      isDanger: true,
      needs: 'keys:edit',
      onSelect: () => acts.onDelete(key),
    },
  ];
}
