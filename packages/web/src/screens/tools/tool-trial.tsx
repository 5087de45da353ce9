import { type CodeRun, runCustomFunction } from '@tendril/contract/api/code-runs';
import { Check, Play, X } from 'lucide-react';
import { useId, useState } from 'react';
import { call } from '../../kit/api/call.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { StatusChip } from '../../kit/ui/status-chip.tsx';
import { TextInput } from '../../kit/ui/text-input.tsx';
import type { SchemaRow } from './schema-rows.ts';
import styles from './tool-trial.module.css';
import { trialValues } from './trial-values.ts';

interface ToolTrialProps {
  code: string;
  rows: readonly SchemaRow[];
}

/** Runs the code as it stands with values from a form that the inputs make. */
export function ToolTrial({ code, rows }: ToolTrialProps) {
  const t = useTexts(toolsTexts);
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const [run, setRun] = useState<CodeRun>();
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const named = rows.filter((row) => row.property !== '');

  const start = async () => {
    setRun(undefined);
    setProblem('');
    setBusy(true);
    try {
      const functionInputVariables = trialValues(named, given);
      setRun(await call(runCustomFunction, { body: { javascriptFunction: code, functionInputVariables } }));
    } catch (thrown) {
      setProblem(toMessage(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles['trial']} aria-label={t('testRun')}>
      <header>
        <div>
          <h3>{t('testRun')}</h3>
          <p>{t('testHelp')}</p>
        </div>
        <Button
          size="small"
          icon={<Play size={16} />}
          isBusy={isBusy}
          disabled={code.trim() === ''}
          onClick={() => void start()}
        >
          {t('run')}
        </Button>
      </header>
      {named.length > 0 && (
        <div className={styles['inputs']}>
          {named.map((row) => (
            <TrialInput
              key={row.property}
              row={row}
              value={given[row.property] ?? ''}
              onChange={(value) => setGiven((before) => ({ ...before, [row.property]: value }))}
            />
          ))}
        </div>
      )}
      {problem && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      {run && <Outcome run={run} />}
    </section>
  );
}

interface TrialInputProps {
  row: SchemaRow;
  value: string;
  onChange: (value: string) => void;
}

function TrialInput({ row, value, onChange }: TrialInputProps) {
  const t = useTexts(toolsTexts);
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>
        {row.property}
        {row.required && <b>*</b>}
      </label>
      {row.type === 'boolean' ? (
        <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t('testOmit')}</option>
          <option value="true">{t('testYes')}</option>
          <option value="false">{t('testNo')}</option>
        </select>
      ) : (
        <TextInput
          size="small"
          id={id}
          type={row.type === 'date' ? 'date' : 'text'}
          inputMode={row.type === 'number' ? 'decimal' : undefined}
          placeholder={row.required ? '' : t('testOmit')}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}

function Outcome({ run }: { run: CodeRun }) {
  const t = useTexts(toolsTexts);
  const ms = Math.round(run.ms);
  const hasFailed = run.error !== null;
  const result = typeof run.output === 'string' ? run.output : JSON.stringify(run.output, null, 2);
  return (
    <div className={styles['outcome']} role="status">
      {hasFailed ? (
        <StatusChip tone="error" Icon={X} label={t('failedIn', { ms })} />
      ) : (
        <StatusChip tone="success" Icon={Check} label={t('doneIn', { ms })} />
      )}
      <b>{t('result')}</b>
      <pre data-failed={hasFailed || undefined}>
        {hasFailed ? run.error : run.output === null ? t('noResult') : result}
      </pre>
      {run.logs.length > 0 && (
        <>
          <b>{t('log')}</b>
          <pre>{run.logs.map(({ level, text }) => `${level}: ${text}`).join('\n')}</pre>
        </>
      )}
    </div>
  );
}
