import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readVoiceLlm } from '@tendril/contract/api/voice-agents';
import type { VoiceLlm } from '@tendril/contract/voice/voice-agent';
import { createContext, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { holdEditorLock, isEditorOpen } from '../../../features/draft/editor-lock.ts';
import { voiceLlmQuery } from '../../../features/voice-agent/agent.queries.ts';
import { call } from '../../../kit/api/call.ts';
import { notify } from '../../../kit/state/notifier-store.ts';
import { useSession } from '../../../kit/state/session-store.ts';
import { voicePromptTexts } from '../../../kit/texts/en/voice-prompt.ts';
import { say } from '../../../kit/texts/texts.ts';
import { findEdits, forgetEdits } from './llm-journal.ts';
import { createLlmSession, type LlmSession, type LlmSessionState } from './llm-session.ts';

export const LlmSessionContext = createContext<LlmSession | null>(null);

/** The editing session of the open agent's LLM record. */
export function useLlmSession(): LlmSession {
  const session = useContext(LlmSessionContext);
  if (!session) throw new Error('There is no LLM record open here.');
  return session;
}

/** How the LLM record stands: what is stored, what is edited, how saving goes. */
export function useLlmState<T>(select: (state: LlmSessionState) => T): T {
  return useStore(useLlmSession().store, select);
}

/** A field of the LLM record as the screen shows it: edited, or as it is stored. */
export function useLlmField<F extends keyof LlmSessionState['edits']>(field: F): VoiceLlm[F] {
  return useLlmState(({ base, edits }) => ({ ...base, ...edits })[field]);
}

/** Opens the editing session of an LLM record while its editor is mounted. */
export function useOpenLlmSession(opened: VoiceLlm): LlmSession {
  const client = useQueryClient();
  const user = useSession((session) => session.user?.email ?? '');
  const [editorId] = useState(() => crypto.randomUUID());
  const [session] = useState(() => {
    const { queryKey } = voiceLlmQuery(opened.id);
    return createLlmSession({
      llm: opened,
      user,
      editorId,
      read: async () => (await call(readVoiceLlm, { params: { id: opened.id } })).data,
      onStored: (llm) =>
        client.setQueryData(queryKey, (before) => (before && before.revision > llm.revision ? before : llm)),
    });
  });
  // Sections of the right pane save other fields of the same record, and other people may too.
  const { data: stored } = useQuery({ ...voiceLlmQuery(opened.id), enabled: opened.id !== '' });
  useEffect(() => {
    if (stored) session.adopt(stored);
  }, [session, stored]);

  useEffect(() => {
    const release = holdEditorLock(editorId);
    void takeUp(session, user, opened.id, editorId);
    const onOnline = () => session.store.getState().stage === 'failed' && void session.flush();
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('online', onOnline);
      void session.close().then((isSaved) => {
        release();
        if (!isSaved) notify(say(voicePromptTexts, 'keptHere'), 'warning');
      });
    };
  }, [session, editorId, opened.id, user]);
  return session;
}

/** Edits that closed pages could not send: this one takes them up, and from then on keeps them itself. */
async function takeUp(session: LlmSession, user: string, llmId: string, editorId: string): Promise<void> {
  // A browser that keeps nothing has nothing to take up.
  const found = await findEdits(user, llmId).catch(() => []);
  for (const kept of found) {
    if (kept.editorId === editorId || (await isEditorOpen(kept.editorId))) continue;
    session.recover(kept);
    await session.keep();
    await forgetEdits(kept.editorId).catch(() => undefined);
  }
}
