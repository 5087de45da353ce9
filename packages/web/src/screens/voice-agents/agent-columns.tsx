import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { VoicePreview } from '../../features/voice-agent/picker/use-voice-preview.ts';
import { countSuffix } from '../../kit/lib/count-suffix.ts';
import { Age } from '../../kit/lists/age.tsx';
import type { ListColumn } from '../../kit/lists/list-column.ts';
import listStyles from '../../kit/lists/list-table.module.css';
import { voiceAgentsTexts } from '../../kit/texts/en/voice-agents.ts';
import { say, useTexts } from '../../kit/texts/texts.ts';
import type { AgentRow } from './agent-rows.ts';
import styles from './agent-table.module.css';
import { BrainLine } from './brain-line.tsx';
import type { AgentColumn } from './use-agent-filter.ts';
import { VoiceCell } from './voice-cell.tsx';

/** Slower answers than the latency that every agent promises are marked. */
const slowMs = 1100;

/** The columns of the voice agents; language, numbers and last change appear when there is space. */
export function agentColumns(preview: VoicePreview): readonly ListColumn<AgentRow, AgentColumn>[] {
  const t = (key: AgentColumn | 'none') => say(voiceAgentsTexts, key);
  return [
    {
      id: 'name',
      label: t('name'),
      isMain: true,
      cell: ({ id, agent, overview }) => (
        <>
          <Link to={`/agent?id=${encodeURIComponent(id)}`} className={listStyles['name'] ?? ''}>
            {agent.agentName}
          </Link>
          <BrainLine overview={overview} />
        </>
      ),
    },
    {
      id: 'voice',
      label: t('voice'),
      cell: ({ voice, voiceName }) => <VoiceCell voice={voice} name={voiceName} preview={preview} />,
    },
    { id: 'language', label: t('language'), from: 1080, cell: ({ languageLabel }) => languageLabel },
    { id: 'numbers', label: t('numbers'), from: 1080, cell: (row) => <Numbers row={row} /> },
    {
      id: 'calls',
      label: t('calls'),
      isFigure: true,
      cell: ({ overview }) => (overview ? countSuffix(overview.calls7d) : t('none')),
    },
    {
      id: 'success',
      label: t('success'),
      isFigure: true,
      from: 520,
      cell: ({ overview }) =>
        typeof overview?.success === 'number' ? `${Math.round(overview.success * 100)}%` : t('none'),
    },
    { id: 'p95', label: t('p95'), isFigure: true, from: 520, cell: (row) => <Latency row={row} /> },
    {
      id: 'updated',
      label: t('updated'),
      from: 1080,
      startsDescending: true,
      cell: ({ overview }) => (overview ? <Age at={overview.updatedAt} /> : t('none')),
    },
  ];
}

function Numbers({ row: { overview } }: { row: AgentRow }) {
  const t = useTexts(voiceAgentsTexts);
  const [first, ...others] = overview?.numbers ?? [];
  return (
    <span title={overview?.numbers.join(', ')}>
      {first ?? t('none')}
      {others.length > 0 && (
        <small className={listStyles['quiet']}> {t('moreNumbers', { count: others.length })}</small>
      )}
    </span>
  );
}

function Latency({ row: { overview } }: { row: AgentRow }) {
  const t = useTexts(voiceAgentsTexts);
  const p95Ms = overview?.p95Ms ?? null;
  if (p95Ms === null) return t('none');
  const words = Math.round(p95Ms).toLocaleString('en-US');
  if (p95Ms <= slowMs) return words;
  return (
    <span className={styles['slow']} title={t('slow')}>
      <TriangleAlert size={14} aria-label={t('slow')} /> {words}
    </span>
  );
}
