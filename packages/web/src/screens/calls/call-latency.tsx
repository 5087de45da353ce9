import type { Call } from '@tendril/contract/api/calls';
import type { TurnTimes } from '@tendril/contract/call-event';
import type { CallView } from '../../features/voice/call-view.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './call-figures.module.css';
import facts from './calls.module.css';

const figures = ['p50', 'p90', 'p95', 'p99'] as const;
const shares = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const;
/** What callers do not notice; the line in the picture. */
const targetMs = 800;
const parts = {
  whole: 'e2eMs',
  endpoint: 'endpointMs',
  stt: 'sttMs',
  llm: 'llmMs',
  tool: 'toolMs',
  tts: 'ttsMs',
} as const satisfies Record<string, keyof TurnTimes>;

/** How quick the answers of a call were, as a whole and by what they waited for. */
export function CallLatency({ call: { latency }, view }: { call: Call; view: CallView }) {
  const t = useTexts(callsTexts);
  const times = view.entries.flatMap((entry) =>
    entry.kind === 'agent' && !entry.isReplayed ? [entry.times] : [],
  );
  const rows = (Object.keys(parts) as (keyof typeof parts)[]).flatMap((part) => {
    const values = times.flatMap((one) => one[parts[part]] ?? []).filter((ms) => part !== 'tool' || ms > 0);
    return values.length > 0 ? [{ part, values: values.sort((one, other) => one - other) }] : [];
  });
  const whole = latency.e2e ?? latency.llm;
  return (
    <section className={facts['fact']}>
      <div className={styles['head']}>
        <h2>{t('latency')}</h2>
        {whole && <small>{t('latencyOf', { count: whole.num, target: targetMs })}</small>}
      </div>
      {!whole && rows.length === 0 && <p className={facts['quiet']}>{t('noLatency')}</p>}
      {whole && (
        <ul className={styles['bars']} aria-hidden>
          {figures.map((figure) => (
            <li key={figure}>
              <span>{figure}</span>
              <i data-over={whole[figure] > targetMs || undefined} style={barOf(whole[figure], whole.p99)} />
              <b>{t('ms', { ms: Math.round(whole[figure]) })}</b>
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>{t('percentile')}</th>
              {figures.map((figure) => (
                <th key={figure}>{figure}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ part, values }) => (
              <tr key={part}>
                <th scope="row">{t(`times_${part}`)}</th>
                {figures.map((figure) => (
                  <td key={figure}>{Math.round(percentile(values, shares[figure]))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** The bar, and where the target is in it. */
function barOf(ms: number, longestMs: number) {
  const longest = Math.max(longestMs, targetMs) * 1.05;
  return {
    '--share': `${(ms / longest) * 100}%`,
    '--target': `${(targetMs / longest) * 100}%`,
  } as Record<string, string>;
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
