import {
  createRetellAgents,
  createRetellKnowledge,
  createRetellLlms,
  createRetellPhoneNumbers,
  createRetellVoices,
  type RetellNumberParts,
  retellKnowledgeRoutes,
  retellNumberRoutes,
  retellRoutes,
  retellVoiceRoutes,
} from '../features/compatibility/retell/public.ts';
import type { VoiceService } from '../features/voice/voices/public.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Services } from './services.ts';

interface RetellNeeds extends Omit<RetellNumberParts, 'db'> {
  voices: Pick<VoiceService, 'list' | 'find' | 'create'>;
  knowledge: Services['knowledge'];
}

/** The same agents, numbers, voices and knowledge bases under the paths that the public clients of Retell call. */
export function mountRetell(app: App, { db, config }: Infrastructure, needs: RetellNeeds): void {
  const { voices, knowledge, ...rest } = needs;
  const parts = { db, ...rest };
  retellRoutes(app, { agents: createRetellAgents(parts), llms: createRetellLlms(parts) });
  retellKnowledgeRoutes(app, createRetellKnowledge(knowledge));
  retellNumberRoutes(app, createRetellPhoneNumbers(parts));
  retellVoiceRoutes(app, createRetellVoices(voices, config.publicUrl));
}
