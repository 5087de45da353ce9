import type { ApiKey } from '@tendril/contract/api/api-keys';
import { ChevronRight, ClockAlert, Ellipsis, Pencil, SquareTerminal, Timer, Trash2 } from 'lucide-react';
import { shortAge } from '../../kit/lib/short-age.ts';
import { apiKeysTexts } from '../../kit/texts/en/api-keys.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu } from '../../kit/ui/action-menu.tsx';
import { Chip } from '../../kit/ui/chip.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { StatusChip } from '../../kit/ui/status-chip.tsx';
import styles from './key-table.module.css';

/** What can be done with a key. */
export interface KeyActions {
  onRename: (key: ApiKey) => void;
  onCopyCall: (key: ApiKey) => void;
  onDelete: (key: ApiKey) => void;
}

export interface KeyRowProps extends KeyActions {
  apiKey: ApiKey;
  isOpen: boolean;
  onToggle: () => void;
}

const soonMs = 7 * 86_400_000;
const mostChips = 2;

/** One key of the table. */
export function KeyRow({ apiKey, isOpen, onToggle, onRename, onCopyCall, onDelete }: KeyRowProps) {
  const t = useTexts(apiKeysTexts);
  const { keyName: name, chatFlows, lastUsedAt } = apiKey;
  const flows = t('flowCount', { count: chatFlows.length });
  const actions = [
    { id: 'rename', label: t('rename'), Icon: Pencil, onSelect: () => onRename(apiKey) },
    { id: 'curl', label: t('copyCurl'), Icon: SquareTerminal, onSelect: () => onCopyCall(apiKey) },
    { id: 'delete', label: t('delete'), Icon: Trash2, isDanger: true, onSelect: () => onDelete(apiKey) },
  ];
  return (
    <tr>
      <td className={styles['name']}>{name}</td>
      <td>
        <code>{apiKey.hint}</code>
      </td>
      <td>
        <Scope apiKey={apiKey} />
      </td>
      <td>
        {chatFlows.length === 0 ? (
          <span className={styles['quiet']}>{t('noFlow')}</span>
        ) : (
          <button
            type="button"
            className={styles['unfold']}
            aria-expanded={isOpen}
            aria-label={t('showFlows', { name, flows })}
            onClick={onToggle}
          >
            <ChevronRight size={16} />
            {flows}
          </button>
        )}
      </td>
      <td>
        {lastUsedAt === null ? (
          <span className={styles['quiet']}>{t('never')}</span>
        ) : (
          <Age at={lastUsedAt} />
        )}
      </td>
      <td>
        <Expiry apiKey={apiKey} />
      </td>
      <td>
        <Age at={apiKey.createdAt} />
        {apiKey.createdByName !== null && (
          <div className={styles['quiet']}>{t('createdBy', { name: apiKey.createdByName })}</div>
        )}
      </td>
      <td className={styles['acts']}>
        <ActionMenu
          label={t('more', { name })}
          actions={actions}
          renderButton={(props) => (
            <IconButton {...props} size="small" label={t('more', { name })}>
              <Ellipsis size={16} />
            </IconButton>
          )}
        />
      </td>
    </tr>
  );
}

function Age({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString('en-GB')}>
      {shortAge(at)}
    </time>
  );
}

function Scope({ apiKey: { scope, scopeFlows } }: { apiKey: ApiKey }) {
  const t = useTexts(apiKeysTexts);
  if (scope === 'full') return <Chip label={t('all')} />;
  if (scope === 'read') return <Chip label={t('readOnly')} />;
  if (scopeFlows.length === 0) return <Chip label={t('noFlowLeft')} />;
  const more = scopeFlows.length - mostChips;
  return (
    <span className={styles['chips']} title={scopeFlows.map(({ flowName }) => flowName).join(', ')}>
      {scopeFlows.slice(0, mostChips).map(({ id, flowName }) => (
        <Chip key={id} label={flowName} />
      ))}
      {more > 0 && <Chip label={t('moreFlows', { count: more })} />}
    </span>
  );
}

function Expiry({ apiKey: { expiresAt: at, endedAt } }: { apiKey: ApiKey }) {
  const t = useTexts(apiKeysTexts);
  if (endedAt !== null)
    return <StatusChip tone="error" Icon={ClockAlert} label={t('ended')} remark={t('endedWhy')} />;
  if (at === null) return <span className={styles['quiet']}>{t('never')}</span>;
  const day = new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  const left = at - Date.now();
  if (left <= 0) return <StatusChip tone="error" Icon={ClockAlert} label={t('expired')} remark={day} />;
  if (left < soonMs) return <StatusChip tone="warning" Icon={Timer} label={t('expiresSoon')} remark={day} />;
  return <time dateTime={new Date(at).toISOString()}>{day}</time>;
}
