import { FlaskConical, GitFork, Repeat, UserCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { notifyError } from '../../kit/state/notifier-store.ts';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ExampleCards } from '../../kit/ui/example-cards.tsx';
import { flowPath } from './flow-paths.ts';
import { StarterPicture } from './starter-picture.tsx';
import { useCreateFromTemplate } from './templates.queries.ts';

/** Templates that run on the demo model, by their names in the gallery. */
const cards = [
  { id: 'support-triage', kind: 'AGENTFLOW', stem: 'triage', fact: 'factBranches', Icon: GitFork },
  { id: 'city-notes', kind: 'AGENTFLOW', stem: 'notes', fact: 'factIteration', Icon: Repeat },
  { id: 'refund-approval', kind: 'MULTIAGENT', stem: 'refund', fact: 'factApproval', Icon: UserCheck },
] as const;

/** Pipelines of both kinds that work at once. */
export function PipelineCards({ children }: { children?: ReactNode }) {
  const t = useTexts(flowsTexts);
  const navigate = useNavigate();
  const create = useCreateFromTemplate();

  const open = async (id: (typeof cards)[number]['id']) => {
    try {
      const flow = await create.mutateAsync(id);
      const kind = cards.find((card) => card.id === id)?.kind ?? 'AGENTFLOW';
      await navigate(flowPath(kind, flow.id, 'test'));
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <ExampleCards
      needs="flows:edit"
      title={t('pipelinesEmpty')}
      help={t('pipelinesEmptyHelp')}
      cards={cards.map(({ id, stem, fact, Icon }) => ({
        id,
        title: t(`${stem}Title`),
        text: t(`${stem}Text`),
        facts: [
          { Icon, label: t(fact) },
          { Icon: FlaskConical, label: t('factDemo') },
        ],
        picture: <StarterPicture starter={id} />,
        open: t(`${stem}Open`),
      }))}
      pendingId={create.isPending ? cards.find(({ id }) => id === create.variables)?.id : undefined}
      onOpen={(id) => void open(id)}
    >
      {children}
    </ExampleCards>
  );
}
