import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { StatusChip } from '../../../kit/ui/status-chip.tsx';
import styles from './function-test.module.css';
import type { FunctionTestResult } from './use-function-test.ts';

/** JSON in lines of its own; any other text as it is. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** What a test sent, how long it took and what the model would receive. */
export function TestResult({ result }: { result: FunctionTestResult }) {
  const t = useTexts(voiceFunctionTexts);
  const { isOk, status, ms, request, variables } = result;
  const pairs = Object.entries(variables);
  const place = useRef<HTMLElement>(null);
  // It appears below the arguments, where a long form would hide it.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section ref={place} className={styles['result']} aria-label={t('result')}>
      <p role="status" className={styles['outcome']}>
        <StatusChip
          tone={isOk ? 'success' : 'error'}
          Icon={isOk ? CircleCheck : CircleX}
          label={t(isOk ? 'ok' : 'failed')}
        />
        {status !== null && <span>{t('status', { status })}</span>}
        <span>{t('took', { ms: Math.round(ms) })}</span>
      </p>
      {request && (
        <>
          <h4>{t('request')}</h4>
          <pre>
            {[`${request.method} ${request.url}`, readable(request.body)].filter(Boolean).join('\n\n')}
          </pre>
        </>
      )}
      <h4>{t('agentInput')}</h4>
      <pre>{readable(result.result) || t('noResult')}</pre>
      {pairs.length > 0 && (
        <>
          <h4>{t('variablesSet')}</h4>
          <dl>
            {pairs.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}
