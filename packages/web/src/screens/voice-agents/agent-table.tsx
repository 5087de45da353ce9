import type { VoicePreview } from '../../features/voice-agent/picker/use-voice-preview.ts';
import listStyles from '../../kit/lists/list-table.module.css';
import { SelectAllHead } from '../../kit/lists/select-box.tsx';
import { SortHead } from '../../kit/lists/sort-head.tsx';
import type { Selection } from '../../kit/lists/use-selection.ts';
import { voiceAgentsTexts } from '../../kit/texts/en/voice-agents.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './agent-table.module.css';
import { AgentTableRow } from './agent-table-row.tsx';
import type { AgentActions } from './use-agent-actions.ts';
import type { AgentColumn, AgentFilter } from './use-agent-filter.ts';

interface AgentTableProps {
  filter: AgentFilter;
  selection: Selection;
  preview: VoicePreview;
  /** Agent whose detail is shown; the table then keeps its most telling columns. */
  openId: string;
  actions: AgentActions;
  onOpen: (id: string) => void;
}

const columns: readonly AgentColumn[] = [
  'name',
  'voice',
  'language',
  'numbers',
  'calls',
  'success',
  'p95',
  'updated',
];

/** The agents as a table that sorts by every column. */
export function AgentTable({ filter, selection, preview, openId, actions, onOpen }: AgentTableProps) {
  const t = useTexts(voiceAgentsTexts);
  const { shown, sorting, setSorting } = filter;
  return (
    <div className={styles['box']}>
      <table
        className={`${listStyles['table']} ${styles['table']}`}
        data-selecting={selection.ids.size > 0 || undefined}
      >
        <thead>
          <tr>
            <SelectAllHead selection={selection} shown={shown.map(({ id }) => id)} />
            {columns.map((column) => (
              <SortHead key={column} column={column} sorting={sorting} onSort={setSorting}>
                {t(column)}
              </SortHead>
            ))}
            <th className={listStyles['acts']}>
              <span className="visually-hidden">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <AgentTableRow
              key={row.id}
              row={row}
              isOpen={row.id === openId}
              selection={selection}
              preview={preview}
              actions={actions}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
      <p className={listStyles['count']}>{t('count', { count: shown.length })}</p>
    </div>
  );
}
