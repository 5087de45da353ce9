import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { agentSettingsQuery } from '../../../features/voice-agent/agent.queries.ts';
import { voiceVersionTexts } from '../../../kit/texts/en/voice-versions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { LiveChip } from '../../../kit/ui/live-chip.tsx';
import { useLlmSession, useLlmState } from '../llm/use-llm-session.ts';
import { agentVersionsQuery } from './agent-versions.queries.ts';

const VersionsDialog = lazy(() =>
  import('./versions-dialog.tsx').then((module) => ({ default: module.VersionsDialog })),
);

/** Which version answers calls, and whether the draft is another; it opens the versions. */
export function VersionChip({ agent }: { agent: VoiceAgent }) {
  const t = useTexts(voiceVersionTexts);
  const session = useLlmSession();
  const isUnsaved = useLlmState(({ stage }) => stage !== 'saved');
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(agentVersionsQuery(agent.id));
  useFollowDraft(agent);
  const live = data?.data.find(({ isLive }) => isLive);
  const isEdited = live !== undefined && (isUnsaved || data?.isDraftChanged === true);
  const open = () => {
    setOpen(true);
    void session.flush();
  };
  return (
    <>
      <LiveChip
        isLive={live !== undefined && !isEdited}
        aria-haspopup="dialog"
        title={t('chipHelp')}
        onClick={open}
      >
        {live ? t(isEdited ? 'editedChip' : 'liveChip', { number: live.number }) : t('draftChip')}
      </LiveChip>
      {isOpen && (
        <Suspense>
          <VersionsDialog agent={agent} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Asks again whether the draft differs as soon as any part of it was saved. */
function useFollowDraft(agent: VoiceAgent): void {
  const client = useQueryClient();
  const { data: settings } = useQuery(agentSettingsQuery(agent.id));
  const record = useLlmState(({ base }) => base);
  const seen = useRef<readonly unknown[]>(undefined);
  useEffect(() => {
    const parts = [agent, settings, record];
    const isFirst = seen.current === undefined || seen.current[1] === undefined;
    seen.current = parts;
    if (!isFirst)
      void client.invalidateQueries({ queryKey: agentVersionsQuery(agent.id).queryKey, exact: true });
  }, [client, agent, settings, record]);
}
