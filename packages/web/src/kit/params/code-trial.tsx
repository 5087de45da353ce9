import { type CodeRun, runCustomFunction } from '@tendril/contract/api/code-runs';
import { Play } from 'lucide-react';
import { useId, useState } from 'react';
import { call } from '../api/call.ts';
import { toMessage } from '../lib/to-message.ts';
import { paramTexts } from '../texts/en/params.ts';
import { say, useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { CodeField } from './code-field.tsx';
import styles from './code-trial.module.css';

/** The inputs as an object, or why they cannot be read. */
function readInputs(text: string): { inputs: Record<string, unknown> } | { problem: string } {
  if (text.trim() === '') return { inputs: {} };
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return { inputs: { ...parsed } };
    return { problem: say(paramTexts, 'trialNoObject') };
  } catch (problem) {
    return { problem: toMessage(problem) };
  }
}

function Outcome({ run }: { run: CodeRun }) {
  const t = useTexts(paramTexts);
  return (
    <div className={styles['outcome']} role="status">
      <p data-failed={run.error !== null || undefined}>
        {run.error === null ? t('trialDone', { ms: Math.round(run.ms) }) : run.error}
      </p>
      {run.error === null && <pre>{JSON.stringify(run.output, null, 2)}</pre>}
      {run.logs.length > 0 && (
        <>
          <b>{t('trialLog')}</b>
          <pre>{run.logs.map(({ level, text }) => `${level}: ${text}`).join('\n')}</pre>
        </>
      )}
    </div>
  );
}

/** Runs the code of an editor once in the sandbox, with values entered by the user. */
export function CodeTrial({ code, firstInputs }: { code: string; firstInputs: string }) {
  const t = useTexts(paramTexts);
  const id = useId();
  const [text, setText] = useState(firstInputs);
  const [run, setRun] = useState<CodeRun>();
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  const start = async () => {
    const read = readInputs(text);
    setRun(undefined);
    setProblem('problem' in read ? t('trialBadInputs', { reason: read.problem }) : '');
    if ('problem' in read) return;
    setIsBusy(true);
    try {
      setRun(
        await call(runCustomFunction, {
          body: { javascriptFunction: code, functionInputVariables: read.inputs },
        }),
      );
    } catch (thrown) {
      setProblem(toMessage(thrown));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <details className={styles['trial']}>
      <summary>{t('trial')}</summary>
      <div className={styles['body']}>
        <p>{t('trialHelp')}</p>
        <CodeField
          id={`${id}-inputs`}
          label={t('trialInputs')}
          language="json"
          text={text}
          onChange={setText}
        />
        <Button
          size="small"
          icon={<Play size={16} />}
          isBusy={isBusy}
          disabled={code.trim() === ''}
          onClick={() => void start()}
        >
          {t('trialRun')}
        </Button>
        {problem && (
          <p role="alert" data-failed>
            {problem}
          </p>
        )}
        {run && <Outcome run={run} />}
      </div>
    </details>
  );
}
