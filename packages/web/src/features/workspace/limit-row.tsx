import type { LimitState } from '@tendril/contract/api/workspace-limits';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { TextField } from '../../kit/ui/text-field.tsx';
import { type LimitFault, limitWords, readLimit } from './limit-values.ts';
import styles from './limits.module.css';

/** Limits that hold for each of many: the one who uses most is shown. */
const ofEach: ReadonlySet<string> = new Set([
  'visitorAnswersPerMinute',
  'visitorFilesMb',
  'flowChatFilesMb',
  'agentCalls',
  'addressCalls',
]);

interface LimitRowProps {
  state: LimitState;
  typed: string;
  /** Whether saving was tried: from then on a missing value is reported. */
  isTried: boolean;
  mayChange: boolean;
  onType: (text: string) => void;
}

/** One limit: what it is, how much of it is in use, and a field for another. */
export function LimitRow({ state, typed, isTried, mayChange, onType }: LimitRowProps) {
  const t = useTexts(workspaceTexts);
  const units = { megabytes: t('megabytes'), minutes: t('minutes') };
  const { name, most, value } = state;
  const read = readLimit(state, typed);
  const fault: LimitFault | undefined = typeof read === 'string' ? read : undefined;
  const server = limitWords(state, most, units);
  const error = fault && (isTried || fault === 'aboveServer') ? t(fault, { value: server }) : undefined;
  const unit = { megabytes: units.megabytes, milliseconds: units.minutes, dollars: t('dollars'), count: '' }[
    state.unit
  ];
  const label = state.unit === 'count' ? t('limitField') : t('limitFieldIn', { unit });
  return (
    <div className={styles['row']}>
      <div className={styles['words']}>
        <strong>{t(name)}</strong>
        <span>{t(`${name}Help`)}</span>
        <LimitUse state={state} />
      </div>
      {mayChange ? (
        <TextField
          id={`limit-${name}`}
          label={label}
          aria-label={`${t(name)}: ${label}`}
          inputMode={state.unit === 'milliseconds' ? 'decimal' : 'numeric'}
          autoComplete="off"
          maxLength={12}
          placeholder={most === 0 ? t('noLimit') : server}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          error={error}
          hint={most === 0 ? t('noServerLimit') : t('serverLimit', { value: server })}
        />
      ) : (
        <span className={styles['value']}>
          {value === 0 ? t('noLimit') : limitWords(state, value, units)}
        </span>
      )}
    </div>
  );
}

function LimitUse({ state }: { state: LimitState }) {
  const t = useTexts(workspaceTexts);
  const { name, value, used } = state;
  // How long callers have been silent is nobody's business.
  if (name === 'textCallIdleMs') return null;
  const units = { megabytes: t('megabytes'), minutes: t('minutes') };
  const words = { used: limitWords(state, used, units), value: limitWords(state, value, units) };
  const kind = name === 'textCallMaxMs' ? 'longest' : ofEach.has(name) ? 'mostUsed' : 'used';
  return (
    <span className={styles['use']}>
      {value > 0 && (
        <progress
          className={styles['bar']}
          aria-hidden="true"
          max={value}
          value={Math.min(used, value)}
          data-full={used >= value || undefined}
        />
      )}
      {t(value === 0 ? `${kind}Free` : `${kind}Of`, words)}
    </span>
  );
}
