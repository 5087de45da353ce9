import type { AgentBrain } from '@tendril/contract/voice/voice-agent';
import { voiceBrainTexts } from '../../../kit/texts/en/voice-brain.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import styles from './brain.module.css';
import { CustomLlm } from './custom-llm.tsx';
import { FlowBrain } from './flow-brain.tsx';

interface BrainViewProps {
  agentId: string;
  brain: Exclude<AgentBrain, { type: 'prompt' }>;
}

/** What answers in the prompt's place; the prompt stays stored. */
export function BrainView({ agentId, brain }: BrainViewProps) {
  const t = useTexts(voiceBrainTexts);
  return (
    <div className={styles['view']}>
      {brain.type === 'flow' ? (
        <FlowBrain agentId={agentId} brain={brain} />
      ) : (
        <CustomLlm agentId={agentId} brain={brain} />
      )}
      <p className={styles['kept']}>{t('promptKept')}</p>
    </div>
  );
}
