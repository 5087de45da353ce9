import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import type { AgentOverview } from '@tendril/contract/api/voice-agents';
import { displayedCost, displayedLatency } from '@tendril/contract/voice/agent-figures';
import { llmOptions } from '@tendril/contract/voice/llm-options';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { Info } from 'lucide-react';
import { voiceLlmQuery } from '../../features/voice-agent/agent.queries.ts';
import { voiceAgentsTexts } from '../../kit/texts/en/voice-agents.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import styles from './agent-detail.module.css';

interface AgentFactsProps {
  agent: VoiceAgent;
  overview: AgentOverview | undefined;
}

/** Ids to copy, and the two figures of every agent; what was computed or measured stands in their tooltips. */
export function AgentFacts({ agent, overview }: AgentFactsProps) {
  const t = useTexts(voiceAgentsTexts);
  const llm = useQuery(voiceLlmQuery(agent.responseEngineLlmId));
  const model = llmOptions.find(({ id }) => id === llm.data?.model);
  const answersByPrompt = (overview?.brain.type ?? 'prompt') === 'prompt';
  const { p50Ms = null, p95Ms = null } = overview ?? {};
  const costLines = [
    t('costTip', { cost: displayedCost }),
    answersByPrompt && model && t('costModel', { model: model.label, price: model.usdPerMinute }),
  ];
  const latencyLines = [
    t('latencyTip', { latency: displayedLatency }),
    p50Ms !== null &&
      p95Ms !== null &&
      t('latencyMeasured', { p50: Math.round(p50Ms), p95: Math.round(p95Ms) }),
  ];
  return (
    <dl className={styles['facts']}>
      <IdFact label={t('agentId')} id={agent.id} copyLabel={t('copyAgentId')} />
      <IdFact label={t('llmId')} id={agent.responseEngineLlmId} copyLabel={t('copyLlmId')} />
      <FigureFact label={t('cost')} figure={displayedCost} lines={costLines} />
      <FigureFact label={t('latency')} figure={displayedLatency} lines={latencyLines} />
    </dl>
  );
}

function IdFact({ label, id, copyLabel }: { label: string; id: string; copyLabel: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code title={id}>{id}</code>
        <CopyButton text={id} label={copyLabel} />
      </dd>
    </div>
  );
}

interface FigureFactProps {
  label: string;
  figure: string;
  lines: readonly (string | false | undefined)[];
}

function FigureFact({ label, figure, lines }: FigureFactProps) {
  const t = useTexts(voiceAgentsTexts);
  const tip = lines.filter((line) => typeof line === 'string');
  return (
    <div>
      <dt>{label}</dt>
      <Tooltip
        describeChild
        title={tip.map((line) => (
          <span key={line} className={styles['tip']}>
            {line}
          </span>
        ))}
      >
        <dd>
          <strong>{figure}</strong>
          <button type="button" aria-label={t('about', { fact: label })} className={styles['info']}>
            <Info size={16} aria-hidden />
          </button>
        </dd>
      </Tooltip>
    </div>
  );
}
