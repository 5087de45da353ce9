import { dynamicVariableNames } from '@tendril/contract/voice/dynamic-variables';
import { Check, TriangleAlert } from 'lucide-react';
import { voicePromptTexts } from '../../../kit/texts/en/voice-prompt.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { useLlmField } from '../llm/use-llm-session.ts';
import { lintFunctions, type SpeechFinding, worstFinding } from '../prompt/speech-lint.ts';
import { usePromptWords } from '../prompt/use-prompt-words.ts';
import styles from './left-pane.module.css';
import { TestValues } from './test-values.tsx';

interface PromptFootProps {
  agentId: string;
  lintId: string;
  findings: readonly SpeechFinding[];
  onGoTo: (finding: SpeechFinding) => void;
}

/** One line under the prompt: what would sound worst when it is spoken, and the test values at its end. */
export function PromptFoot({ agentId, lintId, findings, onGoTo }: PromptFootProps) {
  const text = useLlmField('generalPrompt');
  const begin = useLlmField('beginMessage');
  const { builtIn, functions } = usePromptWords();
  const all = [...lintFunctions(text, functions), ...findings];
  const asked = dynamicVariableNames(`${text}\n${begin}`).filter(
    (name) => !builtIn.includes(name) && !name.startsWith('current_time_'),
  );
  return (
    <footer className={styles['foot']}>
      <span id={lintId} className={styles['lint']}>
        <LintLine findings={all} isEmpty={text.trim() === ''} onGoTo={onGoTo} />
      </span>
      <TestValues agentId={agentId} asked={asked} />
    </footer>
  );
}

interface LintLineProps {
  findings: readonly SpeechFinding[];
  isEmpty: boolean;
  onGoTo: (finding: SpeechFinding) => void;
}

function LintLine({ findings, isEmpty, onGoTo }: LintLineProps) {
  const t = useTexts(voicePromptTexts);
  const worst = worstFinding(findings);
  if (!worst) {
    return isEmpty ? null : (
      <span className={styles['fine']}>
        <Check size={14} aria-hidden />
        {t('lintNone')}
      </span>
    );
  }
  const { line, problem } = worst;
  return (
    <button
      type="button"
      className={styles['warning']}
      title={t('lintGo', { line })}
      onClick={() => onGoTo(worst)}
    >
      <TriangleAlert size={16} aria-hidden />
      <span>
        {t('lintLine', { line, problem: t(problem) })}
        {findings.length > 1 && ` ${t('lintMore', { count: findings.length - 1 })}`}
      </span>
    </button>
  );
}
