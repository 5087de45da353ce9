import { Ellipsis, TriangleAlert } from 'lucide-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { VoicePreview } from '../../features/voice-agent/picker/use-voice-preview.ts';
import { countSuffix } from '../../kit/lib/count-suffix.ts';
import { shortAge } from '../../kit/lib/short-age.ts';
import listStyles from '../../kit/lists/list-table.module.css';
import { SelectCell } from '../../kit/lists/select-box.tsx';
import type { Selection } from '../../kit/lists/use-selection.ts';
import { voiceAgentsTexts } from '../../kit/texts/en/voice-agents.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu } from '../../kit/ui/action-menu.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import type { AgentRow } from './agent-rows.ts';
import styles from './agent-table.module.css';
import { BrainLine } from './brain-line.tsx';
import type { AgentActions } from './use-agent-actions.ts';
import { VoiceCell } from './voice-cell.tsx';

interface AgentTableRowProps {
  row: AgentRow;
  isOpen: boolean;
  selection: Selection;
  preview: VoicePreview;
  actions: AgentActions;
  onOpen: (id: string) => void;
}

/** One agent of the list; a press anywhere on it shows its detail. */
export function AgentTableRow({ row, isOpen, selection, preview, actions, onOpen }: AgentTableRowProps) {
  const t = useTexts(voiceAgentsTexts);
  const { id, agent } = row;
  const line = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isOpen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const openUnlessControl = (event: MouseEvent<HTMLElement>) => {
    const { target, currentTarget } = event;
    // A press in the menu reaches the row too, though the menu hangs elsewhere in the page.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.closest('a, button, input') === null) onOpen(id);
  };
  return (
    // The name is a link: the keyboard's way to the same place.
    <tr
      ref={line}
      className={styles['row']}
      data-agent={id}
      data-selected={selection.ids.has(id) || undefined}
      data-open={isOpen || undefined}
      aria-current={isOpen || undefined}
      onClick={openUnlessControl}
    >
      <SelectCell selection={selection} id={id} name={agent.agentName} />
      <td className={styles['name']}>
        <Link to={`/agent?id=${encodeURIComponent(id)}`}>{agent.agentName}</Link>
        <BrainLine overview={row.overview} />
      </td>
      <td>
        <VoiceCell voice={row.voice} name={row.voiceName} preview={preview} />
      </td>
      <td className={styles['wide']}>{row.languageLabel}</td>
      <NumberCells row={row} />
      <td className={listStyles['acts']}>
        <ActionMenu
          label={t('more', { name: agent.agentName })}
          actions={actions.actionsOf(agent)}
          renderButton={(props) => (
            <IconButton {...props} label={t('more', { name: agent.agentName })}>
              <Ellipsis size={20} />
            </IconButton>
          )}
        />
      </td>
    </tr>
  );
}

/** Slower answers than the latency that every agent promises are marked. */
const slowMs = 1100;

function NumberCells({ row: { overview } }: { row: AgentRow }) {
  const t = useTexts(voiceAgentsTexts);
  const [first, ...others] = overview?.numbers ?? [];
  const { success = null, p95Ms = null } = overview ?? {};
  return (
    <>
      <td className={styles['wide']} title={overview?.numbers.join(', ')}>
        {first ?? t('none')}
        {others.length > 0 && <small> {t('moreNumbers', { count: others.length })}</small>}
      </td>
      <td className={styles['figure']}>{overview ? countSuffix(overview.calls7d) : t('none')}</td>
      <td className={styles['figure']}>{success === null ? t('none') : `${Math.round(success * 100)}%`}</td>
      <td className={styles['figure']}>
        {p95Ms !== null && p95Ms > slowMs ? (
          <span className={styles['slow']} title={t('slow')}>
            <TriangleAlert size={14} aria-label={t('slow')} /> {Math.round(p95Ms).toLocaleString('en-US')}
          </span>
        ) : p95Ms === null ? (
          t('none')
        ) : (
          Math.round(p95Ms).toLocaleString('en-US')
        )}
      </td>
      <td className={`${styles['wide']} ${listStyles['nowrap']}`}>
        {overview ? shortAge(overview.updatedAt) : t('none')}
      </td>
    </>
  );
}
