import type { FlowSummary } from '@tendril/contract/api/flows';
import { agentsOfFlows } from '../../features/voice-agent/agents-of-flows.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { useDeleteFlows } from './flows.queries.ts';

/** Deletes flows after a question that names the voice agents they answer for; returns whether it was done. */
export function useDeleteQuestions() {
  const t = useTexts(flowsTexts);
  const remove = useDeleteFlows();
  const deleteAfter = async (question: string, flows: readonly FlowSummary[], done: string) => {
    const agents = (await agentsOfFlows(flows.map((flow) => flow.id))).join(', ');
    const isSure = await confirm({
      title: t('delete'),
      description: agents ? `${question} ${t('breaksAgents', { agents })}` : question,
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return false;
    await remove.mutateAsync(flows.map((flow) => flow.id));
    notify(done, 'success');
    return true;
  };
  return {
    deleteOne: (flow: FlowSummary) => {
      const question = t(`delete_${flow.type}`, { name: flow.name });
      return deleteAfter(question, [flow], t('deleted', { name: flow.name }));
    },
    deleteMany: (flows: readonly FlowSummary[]) => {
      const count = flows.length;
      return deleteAfter(t('deleteMany', { count }), flows, t('deletedMany', { count }));
    },
  };
}
