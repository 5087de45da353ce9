import { X } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { listsTexts } from '../texts/en/lists.ts';
import { useTexts } from '../texts/texts.ts';
import type { MenuAction } from '../ui/action-menu.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { PermittedButton } from '../ui/permitted-button.tsx';
import styles from './bulk-bar.module.css';
import type { Refusal } from './use-bulk.ts';

export interface BulkBarProps {
  count: number;
  actions: readonly MenuAction[];
  onClear: () => void;
  /** Selects what matches beyond the rows that are shown. */
  all?: { count: number | undefined; taken: number | null; select: () => void } | undefined;
  progress?: { done: number; total: number } | null;
  refusals?: readonly Refusal[];
  /** At the end of the bar: what of the tool row is needed all the same. */
  end?: ReactNode;
  /** Within a section that keeps its distance itself. */
  isInside?: boolean;
}

const shown = (count: number) => count.toLocaleString('en-US');

/** Bulk actions for the selected rows; replaces the tool row. */
export function BulkBar(props: BulkBarProps) {
  const { count, actions, onClear, all, progress = null, refusals = [], end, isInside = false } = props;
  const t = useTexts(listsTexts);
  const isBusy = progress !== null;
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const bar = frame.current;
    // The button that deleted the last row goes with the bar: the keys go on from the top of the page.
    return () => {
      if (bar?.contains(document.activeElement))
        document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={frame} className={styles[isInside ? 'inside' : 'frame']}>
      <div className={styles['bar']} role="toolbar" aria-label={t('selected', { count: shown(count) })}>
        <IconButton label={t('clearSelection')} size="small" onClick={onClear}>
          <X size={20} />
        </IconButton>
        <strong role="status">{t('selected', { count: shown(count) })}</strong>
        {all && <MatchingButton all={all} />}
        {actions.map((action) => (
          <ActButton key={action.id} action={action} isBusy={isBusy || all?.taken != null} />
        ))}
        {progress && (
          <span className={styles['progress']} role="status">
            {t('bulkProgress', { done: shown(progress.done), total: shown(progress.total) })}
          </span>
        )}
        {end && <div className={styles['end']}>{end}</div>}
      </div>
      {refusals.length > 0 && <Refusals refusals={refusals} />}
    </div>
  );
}

/** What the button that selects everything says. */
function useMatchingText({ count, taken }: NonNullable<BulkBarProps['all']>): string {
  const t = useTexts(listsTexts);
  if (taken !== null) return t('selectingMatching', { count: shown(taken) });
  return count === undefined ? t('selectAllMatching') : t('selectMatching', { count: shown(count) });
}

function MatchingButton({ all }: { all: NonNullable<BulkBarProps['all']> }) {
  const label = useMatchingText(all);
  return (
    <Button look="quiet" size="small" isBusy={all.taken !== null} onClick={all.select}>
      {label}
    </Button>
  );
}

function ActButton({ action, isBusy }: { action: MenuAction; isBusy: boolean }) {
  const { label, Icon, isDanger, needs, isDisabled = false, remark, onSelect } = action;
  const button = {
    look: 'quiet',
    size: 'small',
    isBusy,
    disabled: isDisabled,
    title: remark,
    icon: Icon && <Icon size={16} />,
    className: isDanger ? (styles['danger'] ?? '') : '',
    onClick: onSelect,
    children: label,
  } as const;
  return needs ? <PermittedButton {...button} needs={needs} /> : <Button {...button} />;
}

function Refusals({ refusals }: { refusals: readonly Refusal[] }) {
  const t = useTexts(listsTexts);
  return (
    <div className={styles['refusals']} role="alert">
      <p>{t('refused', { count: refusals.length })}</p>
      <ul>
        {refusals.map(({ id, name, reason }) => (
          <li key={id}>
            <strong>{name}</strong> {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
