import { useQuery } from '@tanstack/react-query';
import type { AgentChoice } from '@tendril/contract/voice/phone-number';
import { ChevronDown } from 'lucide-react';
import { phoneNumberTexts } from '../../kit/texts/en/phone-numbers.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { voiceAgentsQuery } from '../voice-agent/agent.queries.ts';
import styles from './agent-field.module.css';
import { agentVersionsQuery } from './numbers.queries.ts';

interface AgentFieldProps {
  id?: string;
  /** Accessible name of the field. */
  label: string;
  /** Null, or an empty agent, while none is selected. */
  value: AgentChoice | null;
  /** The label for no agent; without it, an agent is required. */
  emptyLabel?: string;
  error?: string | undefined;
  onChange: (choice: AgentChoice | null) => void;
}

/** Selects an agent and the version that answers, in one field. */
export function AgentField({ id, label, value, emptyLabel, error, onChange }: AgentFieldProps) {
  const t = useTexts(phoneNumberTexts);
  const { data: agents = [], isSuccess } = useQuery(voiceAgentsQuery);
  const agentId = value?.agentId ?? '';
  const isGone = isSuccess && agentId !== '' && !agents.some((agent) => agent.id === agentId);
  const choose = (chosen: string) => onChange(chosen === '' ? null : { agentId: chosen, versionId: null });
  return (
    <div className={styles['box']} data-invalid={error !== undefined || isGone || undefined}>
      <span className={styles['agent']}>
        <select
          id={id}
          aria-label={label}
          aria-invalid={error !== undefined || isGone || undefined}
          value={agentId}
          data-empty={agentId === '' || undefined}
          onChange={(event) => choose(event.target.value)}
        >
          {(emptyLabel !== undefined || agentId === '') && (
            <option value="">{emptyLabel ?? t('chooseAgent')}</option>
          )}
          {isGone && <option value={agentId}>{t('unknownAgent')}</option>}
          {agents.map((agent) => (
            <option key={agent.id} value={agent.id}>
              {agent.agentName}
            </option>
          ))}
        </select>
        <ChevronDown size={16} />
      </span>
      {value && agentId !== '' && !isGone && (
        <VersionSelect label={label} choice={value} onChange={onChange} />
      )}
    </div>
  );
}

interface VersionSelectProps {
  label: string;
  choice: AgentChoice;
  onChange: (choice: AgentChoice) => void;
}

function VersionSelect({ label, choice, onChange }: VersionSelectProps) {
  const t = useTexts(phoneNumberTexts);
  const { data } = useQuery(agentVersionsQuery(choice.agentId));
  const versions = data?.data.filter(({ kind }) => kind === 'published') ?? [];
  const isGone =
    data !== undefined && choice.versionId !== null && !data.data.some(({ id }) => id === choice.versionId);
  const hasPublished = data === undefined || versions.length > 0;
  return (
    <span className={styles['version']}>
      <select
        aria-label={t('version', { label })}
        value={choice.versionId ?? ''}
        onChange={(event) => onChange({ ...choice, versionId: event.target.value || null })}
      >
        <option value="">{t(hasPublished ? 'live' : 'draftIsLive')}</option>
        {isGone && <option value={choice.versionId ?? ''}>{t('unknownVersion')}</option>}
        {versions.map(({ id, number }) => (
          <option key={id} value={id}>
            {t('versionNumber', { number })}
          </option>
        ))}
      </select>
      <ChevronDown size={14} />
    </span>
  );
}
