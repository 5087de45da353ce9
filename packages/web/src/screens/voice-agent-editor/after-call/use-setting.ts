import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AgentSettings, updateAgentSettings } from '@tendril/contract/api/voice-agents';
import { useEffect, useSyncExternalStore } from 'react';
import { agentSettingsQuery } from '../../../features/voice-agent/agent.queries.ts';
import { call } from '../../../kit/api/call.ts';
import { type SettingChanges, type SettingKey, SettingSaver } from './setting-saver.ts';

/** One setting: what is shown, and what becomes of a change. */
export interface Setting<V> {
  /** The edit, else what is stored; undefined while it loads. */
  value: V | undefined;
  stored: V | undefined;
  isSaving: boolean;
  /** Why the last save failed; undefined when it did not. */
  error: unknown;
  change(value: V, waitMs?: number): void;
  /** Keeps a value that cannot be saved as it is. */
  hold(value: V): void;
  retry(): void;
}

/** By agent and for as long as the page lives: leaving the editor loses nothing. */
const savers = new WeakMap<QueryClient, Map<string, SettingSaver>>();

function saverOf(client: QueryClient, agentId: string): SettingSaver {
  const own = savers.get(client) ?? new Map<string, SettingSaver>();
  savers.set(client, own);
  const saver = own.get(agentId) ?? new SettingSaver((changes) => send(client, agentId, changes));
  own.set(agentId, saver);
  return saver;
}

async function send(client: QueryClient, agentId: string, changes: SettingChanges): Promise<void> {
  const { data } = await call(updateAgentSettings, { params: { id: agentId }, body: changes });
  // Only what was sent: the answer to a save before another one knows nothing of the other.
  client.setQueryData(agentSettingsQuery(agentId).queryKey, (old) => {
    if (!old) return data;
    const saved = Object.keys(changes).map((key) => [key, data[key as SettingKey]]);
    return { ...old, ...(Object.fromEntries(saved) as SettingChanges) };
  });
  if ('defaultDynamicVariables' in changes) await client.invalidateQueries({ queryKey: ['voice-llm'] });
}

/** A setting of an agent that saves itself. */
export function useSetting<K extends SettingKey>(agentId: string, key: K): Setting<AgentSettings[K]> {
  const client = useQueryClient();
  const { data } = useQuery({ ...agentSettingsQuery(agentId), enabled: agentId !== '' });
  const saver = saverOf(client, agentId);
  const { edits, errors, saving } = useSyncExternalStore(saver.subscribe, saver.read);
  const stored = data?.[key];
  return {
    value: key in edits ? (edits[key] as AgentSettings[K]) : stored,
    stored,
    isSaving: saving[key] === true,
    error: errors[key],
    change: (value, waitMs) => saver.edit(key, value, waitMs),
    hold: (value) => saver.hold(key, value),
    retry: () => void saver.flush(key),
  };
}

/** Sends at once what still waits when the page is left, and asks first while something is unsaved. */
export function useKeepSettings(agentId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const saver = saverOf(client, agentId);
    const leave = (event: BeforeUnloadEvent) => {
      saver.flushAll();
      if (saver.isDirty) event.preventDefault();
    };
    window.addEventListener('beforeunload', leave);
    return () => {
      window.removeEventListener('beforeunload', leave);
      saver.flushAll();
    };
  }, [client, agentId]);
}
