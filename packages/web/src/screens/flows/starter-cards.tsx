import { FlaskConical, MessageCircle, PenLine, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ExampleCards } from '../../kit/ui/example-cards.tsx';
import { flowPath, newFlowPath } from './flow-paths.ts';
import { useCreateFromStarter } from './flows.queries.ts';
import { StarterPicture } from './starter-picture.tsx';

const cards = [
  { id: 'support-bot', stem: 'support', facts: ['factChat', 'factDemo'] },
  { id: 'appointment-agent', stem: 'appointment', facts: ['factChat', 'factTools', 'factDemo'] },
  { id: 'empty', stem: 'empty', facts: ['factBlank'] },
] as const;

const factIcons = { factChat: MessageCircle, factDemo: FlaskConical, factTools: Wrench, factBlank: PenLine };

/** Three ways to begin: two flows that work at once and an empty canvas. */
export function StarterCards({ children }: { children?: ReactNode }) {
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
    <ExampleCards
      needs="flows:edit"
      title={t('startTitle')}
      help={t('startHelp')}
      cards={cards.map(({ id, stem, facts }) => ({
        id,
        title: t(`${stem}Title`),
        text: t(`${stem}Text`),
        facts: facts.map((fact) => ({ Icon: factIcons[fact], label: t(fact) })),
        picture: <StarterPicture starter={id} />,
        open: t(`${stem}Open`),
      }))}
      pendingId={create.isPending ? create.variables : undefined}
      onOpen={(id) => void open(id)}
    >
      {children}
    </ExampleCards>
  );
}
