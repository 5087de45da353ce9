import { retellRoutes } from '../features/compatibility/retell/retell.routes.ts';
import { createRetellAgents } from '../features/compatibility/retell/retell-agents.service.ts';
import { retellKnowledgeRoutes } from '../features/compatibility/retell/retell-knowledge.routes.ts';
import { createRetellKnowledge } from '../features/compatibility/retell/retell-knowledge.service.ts';
import { createRetellLlms } from '../features/compatibility/retell/retell-llms.service.ts';
import { retellNumberRoutes } from '../features/compatibility/retell/retell-phone-numbers.routes.ts';
import {
  createRetellPhoneNumbers,
  type RetellNumberParts,
} from '../features/compatibility/retell/retell-phone-numbers.service.ts';
import { retellVoiceRoutes } from '../features/compatibility/retell/retell-voices.routes.ts';
import { createRetellVoices } from '../features/compatibility/retell/retell-voices.service.ts';
import type { VoiceService } from '../features/voice/voices/voices.service.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Services } from './services.ts';

export interface RetellNeeds extends Omit<RetellNumberParts, 'db'> {
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
