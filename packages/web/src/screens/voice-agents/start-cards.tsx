import { BellRing, CalendarCheck, ConciergeBell, FilePlus2, type LucideIcon, Workflow } from 'lucide-react';
import { useId } from 'react';
import { voiceAgentsTexts } from '../../kit/texts/en/voice-agents.ts';
import { voiceStarterTexts } from '../../kit/texts/en/voice-starters.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { Starter } from './agent-start.ts';
import styles from './new-agent-dialog.module.css';

export type StartChoice = 'blank' | Starter | 'flow';

interface Card {
  value: StartChoice;
  Icon: LucideIcon;
  label: string;
  help: string;
}

/** What a new agent starts from, one card for each way. */
export function StartCards({
  choice,
  onChange,
}: {
  choice: StartChoice;
  onChange: (choice: StartChoice) => void;
}) {
  const t = useTexts(voiceAgentsTexts);
  const s = useTexts(voiceStarterTexts);
  const name = useId();
  const cards: Card[] = [
    { value: 'blank', Icon: FilePlus2, label: t('startBlank'), help: t('startBlankHelp') },
    { value: 'receptionist', Icon: ConciergeBell, label: s('receptionist'), help: s('receptionistHelp') },
    { value: 'appointments', Icon: CalendarCheck, label: s('appointments'), help: s('appointmentsHelp') },
    { value: 'reminder', Icon: BellRing, label: s('reminder'), help: s('reminderHelp') },
    { value: 'flow', Icon: Workflow, label: t('startFlow'), help: t('startFlowHelp') },
  ];
  return (
    <div role="radiogroup" aria-label={t('startFrom')}>
      <span className={styles['label']}>{t('startFrom')}</span>
      <div className={styles['cards']}>
        {cards.map(({ value, Icon, label, help }) => (
          <label key={value} className={styles['card']}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === choice}
              onChange={() => onChange(value)}
            />
            <Icon size={20} strokeWidth={1.75} aria-hidden />
            <span>
              <span>{label}</span>
              <small>{help}</small>
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}
