import { useQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { voiceAgentsQuery } from '../../features/voice-agent/agent.queries.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { SelectMenu } from '../../kit/ui/select-menu.tsx';
import { TextInput } from '../../kit/ui/text-input.tsx';
import styles from './call-filters.module.css';
import { CallOutcomeFilters } from './call-outcome-filters.tsx';
import type { CallFilter } from './use-call-filter.ts';

export interface CallFiltersProps {
  filter: CallFilter;
  onChange: (changes: Partial<CallFilter>) => void;
}

const choices = {
  kind: ['web', 'phone', 'test', 'simulation'],
  status: ['ongoing', 'ended', 'error', 'not_connected'],
  direction: ['inbound', 'outbound'],
  sentiment: ['Positive', 'Neutral', 'Negative', 'Unknown'],
} as const;
const lengths = [
  { value: 'longer_10', longer: '10', shorter: '' },
  { value: 'longer_60', longer: '60', shorter: '' },
  { value: 'longer_300', longer: '300', shorter: '' },
  { value: 'shorter_10', longer: '', shorter: '10' },
  { value: 'shorter_60', longer: '', shorter: '60' },
  { value: 'shorter_300', longer: '', shorter: '300' },
] as const;

/** Everything that the list can be narrowed by. */
export function CallFilters({ filter, onChange }: CallFiltersProps) {
  const t = useTexts(callsTexts);
  return (
    <div className={styles['filters']}>
      <SelectMenu
        label={t('kind')}
        options={[
          { value: '', label: t('kindServed') },
          ...choices.kind.map((value) => ({ value, label: t(`kind_${value}`) })),
        ]}
        value={filter.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <AgentFilter filter={filter} onChange={onChange} />
      <SelectMenu
        label={t('state')}
        options={[
          { value: '', label: t('stateAny') },
          ...choices.status.map((value) => ({ value, label: t(`state_${value}`) })),
        ]}
        value={filter.status}
        onChange={(status) => onChange({ status })}
      />
      <SelectMenu
        label={t('result')}
        options={[
          { value: '', label: t('resultAny') },
          { value: 'success', label: t('resultSuccess') },
          { value: 'failure', label: t('resultFailure') },
        ]}
        value={filter.result}
        onChange={(result) => onChange({ result })}
      />
      <SelectMenu
        label={t('direction')}
        options={[
          { value: '', label: t('directionAny') },
          ...choices.direction.map((value) => ({ value, label: t(`direction_${value}`) })),
        ]}
        value={filter.direction}
        onChange={(direction) => onChange({ direction })}
      />
      <SelectMenu
        label={t('sentiment')}
        options={[
          { value: '', label: t('sentimentAny') },
          ...choices.sentiment.map((value) => ({ value, label: t(`sentiment_${value}`) })),
        ]}
        value={filter.sentiment}
        onChange={(sentiment) => onChange({ sentiment })}
      />
      <LengthFilter filter={filter} onChange={onChange} />
      <DateFilter filter={filter} onChange={onChange} />
      <TextInput
        aria-label={t('number')}
        placeholder={t('number')}
        inputMode="tel"
        size="large"
        value={filter.number}
        maxLength={40}
        onChange={({ target }) => onChange({ number: target.value })}
      />
      <TextInput
        aria-label={t('said')}
        placeholder={t('said')}
        size="large"
        value={filter.said}
        maxLength={200}
        onChange={({ target }) => onChange({ said: target.value })}
      />
      <MoreFilters filter={filter} onChange={onChange} />
    </div>
  );
}

/** The rest, behind a button; open where one of them is set. */
function MoreFilters({ filter, onChange }: CallFiltersProps) {
  const t = useTexts(callsTexts);
  const isSet = (['reason', 'tool', 'slower', 'costlier'] as const).some((name) => filter[name] !== '');
  const [isOpen, setOpen] = useState(isSet);
  return (
    <>
      {!isSet && (
        <Button icon={<ListFilter size={16} />} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'fewerFilters' : 'moreFilters')}
        </Button>
      )}
      {(isOpen || isSet) && <CallOutcomeFilters filter={filter} onChange={onChange} />}
    </>
  );
}

function AgentFilter({ filter, onChange }: CallFiltersProps) {
  const t = useTexts(callsTexts);
  const { data: agents = [] } = useQuery({ ...voiceAgentsQuery, retry: false });
  return (
    <SelectMenu
      label={t('agent')}
      options={[
        { value: '', label: t('agentAny') },
        ...agents.map(({ id, agentName }) => ({ value: id, label: agentName })),
      ]}
      value={filter.agent}
      onChange={(agent) => onChange({ agent })}
    />
  );
}

function LengthFilter({ filter, onChange }: CallFiltersProps) {
  const t = useTexts(callsTexts);
  const chosen = lengths.find(
    ({ longer, shorter }) => longer === filter.longer && shorter === filter.shorter,
  );
  return (
    <SelectMenu
      label={t('lasted')}
      options={[
        { value: '', label: t('lastsAny') },
        ...lengths.map(({ value }) => ({ value, label: t(value) })),
      ]}
      value={chosen?.value ?? ''}
      onChange={(value) => {
        const { longer = '', shorter = '' } = lengths.find((one) => one.value === value) ?? {};
        onChange({ longer, shorter });
      }}
    />
  );
}

function DateFilter({ filter, onChange }: CallFiltersProps) {
  const t = useTexts(callsTexts);
  const isByDay = filter.since === 'days' || filter.from !== '' || filter.to !== '';
  const days = [
    { name: 'from', label: t('fromDay') },
    { name: 'to', label: t('toDay') },
  ] as const;
  return (
    <>
      <SelectMenu
        label={t('since')}
        options={[
          { value: '', label: t('sinceAny') },
          { value: 'day', label: t('since_day') },
          { value: 'week', label: t('since_week') },
          { value: 'month', label: t('since_month') },
          { value: 'days', label: t('since_days') },
        ]}
        value={isByDay ? 'days' : filter.since}
        onChange={(since) => onChange({ since, from: '', to: '' })}
      />
      {isByDay &&
        days.map(({ name, label }) => (
          <span key={name} className={styles['day']}>
            {label}
            <TextInput
              type="date"
              aria-label={label}
              value={filter[name]}
              onChange={({ target }) => onChange({ since: 'days', [name]: target.value })}
            />
          </span>
        ))}
    </>
  );
}
