import type { Call } from '@tendril/contract/api/calls';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './calls.module.css';

/** What was extracted from a call, and with which values it ran. */
export function CallFacts({ call }: { call: Call }) {
  const t = useTexts(callsTexts);
  const variables = Object.entries({ ...call.variables, ...call.collectedVariables });
  return (
    <>
      <Extracted call={call} />
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

function Extracted({ call: { analysis, endedAt } }: { call: Call }) {
  const t = useTexts(callsTexts);
  const fields = Object.entries(analysis?.customAnalysisData ?? {});
  const isEmpty = analysis?.callSummary === '' && fields.length === 0;
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
          {isEmpty && <p className={styles['quiet']}>{t('nothingExtracted')}</p>}
          {analysis.callSummary !== '' && <p>{analysis.callSummary}</p>}
          <dl>
            {fields.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{shown(value)}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p className={styles['quiet']}>{t(endedAt === null ? 'analyzedLater' : 'notAnalyzed')}</p>
      )}
    </section>
  );
}
