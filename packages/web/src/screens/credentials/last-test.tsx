import { Check, Link2Off, LoaderCircle, Minus, X } from 'lucide-react';
import { shortAge } from '../../kit/lib/short-age.ts';
import { secretsTexts } from '../../kit/texts/en/secrets.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { StatusChip } from '../../kit/ui/status-chip.tsx';
import type { Secret } from './secret-list.ts';
import styles from './secret-table.module.css';

/** How the last test went, or where the sign-in stands: sign, word, and why; the time is in the tooltip. */
export function LastTest({ secret, isTesting }: { secret: Secret; isTesting: boolean }) {
  const t = useTexts(secretsTexts);
  const { lastTest } = secret;
  const { word, hasRemark, ...look } = isTesting ? states.testing : states[stateOf(secret)];
  const title = lastTest
    ? t('testedAt', { age: shortAge(Date.parse(lastTest.testedDate)), message: lastTest.message })
    : undefined;
  return (
    <span className={styles['result']} role={isTesting ? 'status' : undefined} title={title}>
      <StatusChip {...look} label={t(word)} remark={hasRemark ? lastTest?.message : undefined} />
    </span>
  );
}

const states = {
  testing: { tone: 'info', Icon: LoaderCircle, word: 'testing', hasRemark: false },
  untested: { tone: 'quiet', Icon: Minus, word: 'untested', hasRemark: false },
  works: { tone: 'success', Icon: Check, word: 'works', hasRemark: true },
  failed: { tone: 'error', Icon: X, word: 'failed', hasRemark: true },
  notConnected: { tone: 'quiet', Icon: Link2Off, word: 'notConnected', hasRemark: false },
  connected: { tone: 'success', Icon: Check, word: 'connected', hasRemark: false },
  connectAgain: { tone: 'error', Icon: X, word: 'connectAgain', hasRemark: false },
} as const;

function stateOf({ connection, lastTest }: Secret): keyof typeof states {
  if (connection === 'none') return 'notConnected';
  if (connection === 'again') return 'connectAgain';
  if (lastTest?.isOk === false) return 'failed';
  if (connection === 'connected') return 'connected';
  return lastTest ? 'works' : 'untested';
}
