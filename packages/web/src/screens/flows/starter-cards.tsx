import { FlaskConical, type LucideIcon, MessageCircle, PenLine, Wrench } from 'lucide-react';
import { useNavigate } from 'react-router';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { flowPath, newFlowPath } from './flow-paths.ts';
import { useCreateFromStarter } from './flows.queries.ts';
import styles from './starter-cards.module.css';
import { StarterPicture } from './starter-picture.tsx';

const cards = [
  { id: 'support-bot', stem: 'support', facts: ['factChat', 'factDemo'] },
  { id: 'appointment-agent', stem: 'appointment', facts: ['factChat', 'factTools', 'factDemo'] },
  { id: 'empty', stem: 'empty', facts: ['factBlank'] },
] as const;

const factIcons: Record<string, LucideIcon> = {
  factChat: MessageCircle,
  factDemo: FlaskConical,
  factTools: Wrench,
  factBlank: PenLine,
};

/** Three ways to begin: two flows that work at once and an empty canvas. */
export function StarterCards() {
  const t = useTexts(flowsTexts);
  const navigate = useNavigate();
  const create = useCreateFromStarter();

  const open = async (id: (typeof cards)[number]['id']) => {
    if (id === 'empty') return navigate(newFlowPath('CHATFLOW'));
    try {
      const flow = await create.mutateAsync(id);
      await navigate(flowPath('CHATFLOW', flow.id, 'test'));
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <section className={styles['section']}>
      <h2>{t('startTitle')}</h2>
      <p className={styles['help']}>{t('startHelp')}</p>
      <div className={styles['cards']}>
        {cards.map(({ id, stem, facts }, index) => (
          <article key={id} className={styles['card']}>
            <StarterPicture starter={id} />
            <div className={styles['body']}>
              <h3>{t(`${stem}Title`)}</h3>
              <p>{t(`${stem}Text`)}</p>
              <ul className={styles['facts']}>
                {facts.map((fact) => (
                  <Fact key={fact} Icon={factIcons[fact]} label={t(fact)} />
                ))}
              </ul>
              <Button
                look={index === 0 ? 'primary' : 'plain'}
                isFullWidth
                isBusy={create.isPending && create.variables === id}
                disabled={create.isPending && create.variables !== id}
                onClick={() => open(id)}
              >
                {t(`${stem}Open`)}
              </Button>
            </div>
          </article>
        ))}
      </div>
    </section>
  );
}

function Fact({ Icon, label }: { Icon: LucideIcon | undefined; label: string }) {
  return (
    <li>
      {Icon && <Icon size={16} />}
      {label}
    </li>
  );
}
