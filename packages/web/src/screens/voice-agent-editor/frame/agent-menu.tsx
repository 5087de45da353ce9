import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteVoiceAgent, duplicateVoiceAgent, exportVoiceAgent } from '@tendril/contract/api/voice-agents';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { Copy, EllipsisVertical, FileDown, FileOutput, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { agentOverviewsQuery, voiceAgentsQuery } from '../../../features/voice-agent/agent.queries.ts';
import { call } from '../../../kit/api/call.ts';
import { saveFile } from '../../../kit/lib/save-file.ts';
import { confirm } from '../../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../../kit/state/notifier-store.ts';
import { voiceEditorTexts } from '../../../kit/texts/en/voice-editor.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { ActionMenu } from '../../../kit/ui/action-menu.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { useLlmSession } from '../llm/use-llm-session.ts';

/** What can be done with the agent as a whole. */
export function AgentMenu({ agent }: { agent: VoiceAgent }) {
  const t = useTexts(voiceEditorTexts);
  const acts = useAgentActs(agent);
  return (
    <ActionMenu
      label={t('more')}
      actions={[
        {
          id: 'duplicate',
          label: t('duplicate'),
          Icon: Copy,
          needs: 'voice-agents:edit',
          onSelect: () => void acts.duplicate(),
        },
        { id: 'export', label: t('export'), Icon: FileDown, onSelect: () => void acts.exportAs('tendril') },
        {
          id: 'retell',
          label: t('exportRetell'),
          Icon: FileOutput,
          onSelect: () => void acts.exportAs('retell'),
        },
        {
          id: 'delete',
          label: t('delete'),
          Icon: Trash2,
          needs: 'voice-agents:edit',
          isDanger: true,
          onSelect: () => void acts.remove(),
        },
      ]}
      renderButton={(props) => (
        <IconButton {...props} label={t('more')}>
          <EllipsisVertical size={20} />
        </IconButton>
      )}
    />
  );
}

function useAgentActs(agent: VoiceAgent) {
  const t = useTexts(voiceEditorTexts);
  const client = useQueryClient();
  const navigate = useNavigate();
  const session = useLlmSession();
  const { id, agentName: name } = agent;
  const { data: overviews } = useQuery({ ...agentOverviewsQuery, enabled: false });
  const guarded = async (act: () => Promise<void>) => {
    // A copy or a file holds what is on the screen.
    await session.flush();
    await act().catch(notifyError);
  };
  const toList = () => client.invalidateQueries({ queryKey: voiceAgentsQuery.queryKey });
  return {
    duplicate: () =>
      guarded(async () => {
        const { data } = await call(duplicateVoiceAgent, { params: { id } });
        await toList();
        notify(t('duplicated', { name: data.agentName }), 'success');
        await navigate(`/agent/${data.id}`);
      }),
    exportAs: (format: 'tendril' | 'retell') =>
      guarded(async () => {
        const { fileName, data } = await call(exportVoiceAgent, { params: { id }, query: { format } });
        saveFile(fileName, JSON.stringify(data, undefined, 2));
      }),
    remove: async () => {
      const numbers = overviews?.find((overview) => overview.id === id)?.numbers ?? [];
      const isSure = await confirm({
        title: t('deleteTitle', { name }),
        description:
          numbers.length > 0 ? t('deleteWithNumbers', { numbers: numbers.join(', ') }) : t('deleteText'),
        confirmText: t('delete'),
        isDanger: true,
      });
      if (!isSure) return;
      try {
        await call(deleteVoiceAgent, { params: { id } });
      } catch (error) {
        notifyError(error);
        return;
      }
      session.discard();
      await toList();
      notify(t('deleted', { name }), 'success');
      await navigate('/agent', { replace: true });
    },
  };
}
