import type { Call } from '@tendril/contract/api/calls';
import { Link } from 'react-router';
import { clockText } from '../../features/voice/call-drawing/clock-text.ts';
import { momentText } from '../../kit/lib/moment-text.ts';
import { SelectAllHead, SelectCell } from '../../kit/lists/select-box.tsx';
import stacking from '../../kit/lists/stacking-table.module.css';
import type { Selection } from '../../kit/lists/use-selection.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { CallState } from './call-state.tsx';
import { callerName } from './caller-name.ts';
import styles from './calls.module.css';
import { costText } from './cost-text.ts';

interface CallTableProps {
  calls: readonly Call[];
  label: string;
  /** Present where several can be chosen for one act. */
  selection?: Selection;
}

/** Calls as rows; each leads to its own page. */
export function CallTable({ calls, label, selection }: CallTableProps) {
  const t = useTexts(callsTexts);
  return (
    <div className={`${styles['scroll']} ${stacking['room']}`}>
      <table className={`${styles['table']} ${stacking['stacks']}`} aria-label={label}>
        <thead>
          <tr>
            {selection && <SelectAllHead selection={selection} shown={calls.map(({ id }) => id)} />}
            <th>{t('caller')}</th>
            <th>{t('agent')}</th>
            <th>{t('state')}</th>
            <th>{t('started')}</th>
            <th data-figure>{t('lasted')}</th>
            <th data-figure>{t('answers')}</th>
            <th data-figure>{t('cost')}</th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <CallRow key={call.id} call={call} selection={selection} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CallRow({ call, selection }: { call: Call; selection: Selection | undefined }) {
  const t = useTexts(callsTexts);
  const startedAt = call.startedAt ?? call.createdAt;
  const answerMs = call.latency.e2e?.p50 ?? call.latency.llm?.p50;
  return (
    <tr>
      {selection && (
        <SelectCell
          selection={selection}
          id={call.id}
          name={[callerName(call), momentText(startedAt)].join(', ')}
        />
      )}
      <td>
        <Link to={`/calls/${call.id}`}>{callerName(call)}</Link>
        {call.kind !== 'web' && call.kind !== 'phone' && <small>{t(`tag_${call.kind}`)}</small>}
      </td>
      <td className={styles['agent']} data-label={t('agent')}>
        <span>
          {call.agentName}
          <small>{call.agentVersion === 0 ? t('draft') : t('version', { number: call.agentVersion })}</small>
        </span>
      </td>
      <td data-label={t('state')}>
        <CallState call={call} />
      </td>
      <td data-label={t('started')}>{momentText(startedAt)}</td>
      <td data-figure data-label={t('lasted')} data-empty={call.startedAt === null || undefined}>
        {call.startedAt === null ? '–' : clockText(call.durationMs)}
      </td>
      <td data-figure data-label={t('answers')} data-empty={answerMs === undefined || undefined}>
        {answerMs === undefined ? '–' : t('ms', { ms: Math.round(answerMs) })}
      </td>
      <td data-figure data-label={t('cost')}>
        {costText({ knownUsd: call.costUsd, hasUnknown: call.hasUnknownCost === true })}
      </td>
    </tr>
  );
}
