import type { AgentOverview } from '@tendril/contract/api/voice-agents';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { Copy, Download, FileOutput, SquareArrowOutUpRight, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { voiceAgentsTexts } from '../../kit/texts/en/voice-agents.ts';
import { say, useTexts } from '../../kit/texts/texts.ts';
import type { MenuAction } from '../../kit/ui/action-menu.tsx';
import { exportAgent, useDeleteAgents, useDuplicateAgent } from './voice-agents.queries.ts';

/** What can be done with agents of the list. */
export interface AgentActions {
  actionsOf: (agent: VoiceAgent) => MenuAction[];
  /** Asks first, and names the numbers that lead to them; answers whether they were deleted. */
  deleteMany: (agents: readonly VoiceAgent[]) => Promise<boolean>;
}

interface AgentActionsOptions {
  overviews: readonly AgentOverview[];
  onOpen: (id: string) => void;
  onDeleted: (ids: readonly string[]) => void;
}

/** Asks whether to delete, and names the numbers that lead there. */
function questionOf(agents: readonly VoiceAgent[], overviews: readonly AgentOverview[]): string {
  const [only] = agents;
  const numbers = overviews
    .filter(({ id }) => agents.some((agent) => agent.id === id))
    .flatMap((overview) => overview.numbers);
  const question =
    agents.length === 1 && only
      ? say(voiceAgentsTexts, 'deleteOne', { name: only.agentName })
      : say(voiceAgentsTexts, 'deleteMany', { count: agents.length });
  if (numbers.length === 0) return question;
  const values = { count: numbers.length, numbers: numbers.join(', ') };
  return `${question} ${say(voiceAgentsTexts, 'deleteNumbers', values)}`;
}

export function useAgentActions({ overviews, onOpen, onDeleted }: AgentActionsOptions): AgentActions {
  const t = useTexts(voiceAgentsTexts);
  const navigate = useNavigate();
  const duplicate = useDuplicateAgent();
  const remove = useDeleteAgents();

  const deleteMany = async (agents: readonly VoiceAgent[]): Promise<boolean> => {
    const [only] = agents;
    if (!only) return false;
    const isSure = await confirm({
      title: t('delete'),
      description: questionOf(agents, overviews),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return false;
    const ids = agents.map(({ id }) => id);
    try {
      await remove.mutateAsync(ids);
      onDeleted(ids);
      notify(
        agents.length === 1
          ? t('deleted', { name: only.agentName })
          : t('deletedMany', { count: agents.length }),
        'success',
      );
      return true;
    } catch (thrown) {
      notifyError(thrown);
      return false;
    }
  };
  const duplicateOne = async (agent: VoiceAgent) => {
    const copy = await duplicate.mutateAsync(agent.id);
    notify(t('duplicated', { name: copy.agentName }), 'success');
    onOpen(copy.id);
  };
  const report = (work: Promise<unknown>) => {
    work.catch(notifyError);
  };
  return {
    deleteMany,
    actionsOf: (agent) => [
      {
        id: 'editor',
        label: t('openEditor'),
        Icon: SquareArrowOutUpRight,
        onSelect: () => void navigate(`/agent/${agent.id}`),
      },
      {
        id: 'duplicate',
        label: t('duplicate'),
        Icon: Copy,
        needs: 'voice-agents:edit',
        onSelect: () => report(duplicateOne(agent)),
      },
      {
        id: 'export',
        label: t('export'),
        Icon: Download,
        onSelect: () => report(exportAgent(agent.id, 'tendril')),
      },
      {
        id: 'retell',
        label: t('exportRetell'),
        Icon: FileOutput,
        onSelect: () => report(exportAgent(agent.id, 'retell')),
      },
      {
        id: 'delete',
        label: t('delete'),
        Icon: Trash2,
        needs: 'voice-agents:edit',
        isDanger: true,
        onSelect: () => void deleteMany([agent]),
      },
    ],
  };
}
