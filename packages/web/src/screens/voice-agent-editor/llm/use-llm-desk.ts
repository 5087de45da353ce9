import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readVoiceLlm } from '@tendril/contract/api/voice-agents';
import type { VoiceLlm } from '@tendril/contract/voice/voice-agent';
import { createContext, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { holdDesk, isDeskOpen } from '../../../features/draft/live-desk.ts';
import { voiceLlmQuery } from '../../../features/voice-agent/agent.queries.ts';
import { call } from '../../../kit/api/call.ts';
import { notify } from '../../../kit/state/notifier-store.ts';
import { useSession } from '../../../kit/state/session-store.ts';
import { voicePromptTexts } from '../../../kit/texts/en/voice-prompt.ts';
import { say } from '../../../kit/texts/texts.ts';
import { createLlmDesk, type LlmDesk, type LlmDeskState } from './llm-desk.ts';
import { findEdits, forgetEdits } from './llm-journal.ts';

export const LlmDeskContext = createContext<LlmDesk | null>(null);

/** The desk of the open agent's LLM record. */
export function useLlmDesk(): LlmDesk {
  const desk = useContext(LlmDeskContext);
  if (!desk) throw new Error('There is no LLM record open here.');
  return desk;
}

/** How the LLM record stands: what is stored, what is edited, how saving goes. */
export function useLlmState<T>(select: (state: LlmDeskState) => T): T {
  return useStore(useLlmDesk().store, select);
}

/** A field of the LLM record as the screen shows it: edited, or as it is stored. */
export function useLlmField<F extends keyof LlmDeskState['edits']>(field: F): VoiceLlm[F] {
  return useLlmState(({ base, edits }) => ({ ...base, ...edits })[field]);
}

/** Opens the desk of an LLM record for as long as its editor stands. */
export function useOpenLlmDesk(opened: VoiceLlm): LlmDesk {
  const client = useQueryClient();
  const user = useSession((session) => session.user?.email ?? '');
  const [deskId] = useState(() => crypto.randomUUID());
  const [desk] = useState(() => {
    const { queryKey } = voiceLlmQuery(opened.id);
    return createLlmDesk({
      llm: opened,
      user,
      deskId,
      read: async () => (await call(readVoiceLlm, { params: { id: opened.id } })).data,
      onStored: (llm) =>
        client.setQueryData(queryKey, (before) => (before && before.revision > llm.revision ? before : llm)),
    });
  });
  // Sections of the right pane save other fields of the same record, and other people may too.
  const { data: stored } = useQuery({ ...voiceLlmQuery(opened.id), enabled: opened.id !== '' });
  useEffect(() => {
    if (stored) desk.adopt(stored);
  }, [desk, stored]);

  useEffect(() => {
    const release = holdDesk(deskId);
    void takeUp(desk, user, opened.id, deskId);
    const onOnline = () => desk.store.getState().stage === 'failed' && void desk.flush();
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('online', onOnline);
      void desk.close().then((isSaved) => {
        release();
        if (!isSaved) notify(say(voicePromptTexts, 'keptHere'), 'warning');
      });
    };
  }, [desk, deskId, opened.id, user]);
  return desk;
}

/** Edits that closed pages could not send: this one takes them up, and from then on keeps them itself. */
async function takeUp(desk: LlmDesk, user: string, llmId: string, deskId: string): Promise<void> {
  // A browser that keeps nothing has nothing to take up.
  const found = await findEdits(user, llmId).catch(() => []);
  for (const kept of found) {
    if (kept.deskId === deskId || (await isDeskOpen(kept.deskId))) continue;
    desk.recover(kept);
    await desk.keep();
    await forgetEdits(kept.deskId).catch(() => undefined);
  }
}
