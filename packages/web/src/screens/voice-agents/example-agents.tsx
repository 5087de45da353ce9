import { BookOpen, CalendarCheck, ConciergeBell, FlaskConical, Workflow } from 'lucide-react';
import { useNavigate } from 'react-router';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { voiceAgentsTexts } from '../../kit/texts/en/voice-agents.ts';
import { voiceStarterTexts } from '../../kit/texts/en/voice-starters.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ExampleCards } from '../../kit/ui/example-cards.tsx';
import type { Example } from './agent-start.ts';
import styles from './example-agents.module.css';
import { useCreateAgent } from './voice-agents.queries.ts';

const cards = [
  { id: 'cafe', Icon: ConciergeBell, fact: 'exampleFacts', FactIcon: BookOpen },
  { id: 'bookings', Icon: CalendarCheck, fact: 'exampleFlow', FactIcon: Workflow },
] as const;

/** Two agents that can be called at once, where there is none yet. */
export function ExampleAgents() {
  const t = useTexts(voiceAgentsTexts);
  const s = useTexts(voiceStarterTexts);
  const navigate = useNavigate();
  const create = useCreateAgent();
  const pending = create.isPending ? create.variables.start : undefined;
  const open = async (example: Example) => {
    try {
      const { agent, failure } = await create.mutateAsync({
        name: s(example),
        start: { kind: 'example', example },
      });
      if (failure !== undefined) throw failure;
      await navigate(`/agent/${agent.id}`);
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <ExampleCards
      needs="voice-agents:edit"
      title={t('empty')}
      help={t('emptyHelp')}
      cards={cards.map(({ id, Icon, fact, FactIcon }) => ({
        id,
        title: s(id),
        text: s(`${id}Help`),
        facts: [
          { Icon: FactIcon, label: t(fact) },
          { Icon: FlaskConical, label: t('exampleDemo') },
        ],
        picture: (
          <div className={styles['picture']} aria-hidden="true">
            <Icon size={40} strokeWidth={1.5} />
          </div>
        ),
        open: s(`${id}Open`),
      }))}
      pendingId={pending?.kind === 'example' ? pending.example : undefined}
      onOpen={(id) => void open(id)}
    />
  );
}
