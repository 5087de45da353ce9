import { retellAgentFiles } from '../features/compatibility/retell/public.ts';
import {
  type AgentVersions,
  createAgentFiles,
  createAgentOverviews,
  createAgentVersions,
  type VoiceAgents,
  voiceAgentRoutes,
} from '../features/voice/voice-agents/public.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';

interface VoiceAgentNeeds {
  agents: VoiceAgents;
  isVoice(scope: Scope, voiceId: string): Promise<boolean>;
  /** Phone numbers by the agents that they lead to. */
  numbersByAgent(scope: Scope): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** Voice agents with their versions, files and figures. */
export function mountVoiceAgents(
  app: App,
  { db, reads, vault, audit }: Infrastructure,
  { agents, isVoice, numbersByAgent }: VoiceAgentNeeds,
): { versions: AgentVersions } {
  const versions = createAgentVersions({ db, audit });
  const files = createAgentFiles({ db, vault, audit, isVoice, retell: retellAgentFiles });
  voiceAgentRoutes(app, {
    agents,
    versions,
    files,
    overviews: createAgentOverviews({ db, reads, numbersByAgent }),
  });
  return { versions };
}
