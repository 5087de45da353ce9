import type { Call } from '@tendril/contract/api/calls';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './calls.module.css';

const parts = ['e2e', 'asr', 'llm', 'tts'] as const;
const figures = ['p50', 'p90', 'p95', 'p99'] as const;

/** What was extracted from a call, how quick its answers were, and with which values it ran. */
export function CallFacts({ call }: { call: Call }) {
  const t = useTexts(callsTexts);
  const variables = Object.entries({ ...call.variables, ...call.collectedVariables });
  return (
    <>
      <Extracted call={call} />
      <Latency call={call} />
      {variables.length > 0 && (
        <section className={styles['fact']}>
          <h2>{t('variables')}</h2>
          <dl>
            {variables.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}

function Extracted({ call: { analysis } }: { call: Call }) {
  const t = useTexts(callsTexts);
  const shown = (value: string | number | boolean | null) => {
    if (value === null) return <i>{t('notFound')}</i>;
    return typeof value === 'boolean' ? t(value ? 'yes' : 'no') : String(value);
  };
  return (
    <section className={styles['fact']}>
      <h2>{t('extracted')}</h2>
      {analysis ? (
        <>
          <small>{analysis.by === 'rules' ? t('byRules') : t('by', { model: analysis.by })}</small>
          {analysis.callSummary !== '' && <p>{analysis.callSummary}</p>}
          <dl>
            {Object.entries(analysis.customAnalysisData).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{shown(value)}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p className={styles['quiet']}>{t('notAnalysed')}</p>
      )}
    </section>
  );
}

function Latency({ call: { latency } }: { call: Call }) {
  const t = useTexts(callsTexts);
  const known = parts.flatMap((part) => {
    const found = latency[part];
    return found && found.num > 0 ? [{ part, found }] : [];
  });
  return (
    <section className={styles['fact']}>
      <h2>{t('latency')}</h2>
      {known.length === 0 ? (
        <p className={styles['quiet']}>{t('noLatency')}</p>
      ) : (
        <>
          <small>{t('latencyOf', { count: Math.max(...known.map(({ found }) => found.num)) })}</small>
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
              {known.map(({ part, found }) => (
                <tr key={part}>
                  <th scope="row">{t(`part_${part}`)}</th>
                  {figures.map((figure) => (
                    <td key={figure}>{Math.round(found[figure])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}
