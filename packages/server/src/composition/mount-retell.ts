import type { NodeTemplate } from '@tendril/contract/node/node-template';
import {
  createRetellAgents,
  createRetellCalls,
  createRetellChatAgents,
  createRetellChats,
  createRetellComponents,
  createRetellConversationFlows,
  createRetellKnowledge,
  createRetellLlms,
  createRetellPhoneNumbers,
  createRetellTests,
  createRetellVoices,
  type RetellNumberParts,
  retellCallRoutes,
  retellChatRoutes,
  retellConversationFlowRoutes,
  retellKnowledgeRoutes,
  retellNumberRoutes,
  retellRoutes,
  retellTestRoutes,
  retellVoiceRoutes,
} from '../features/compatibility/retell/public.ts';
import type { BatchCalls } from '../features/voice/batch-calls/public.ts';
import type { CallAnalyses } from '../features/voice/call-analysis/public.ts';
import type { Calls, PlacedCalls } from '../features/voice/calls/public.ts';
import type { LedCalls } from '../features/voice/phone-lines/public.ts';
import type { Simulations } from '../features/voice/simulations/public.ts';
import type { VoiceService } from '../features/voice/voices/public.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Services } from './services.ts';

interface RetellNeeds extends Omit<RetellNumberParts, 'db'> {
  voices: Pick<VoiceService, 'list' | 'find' | 'create' | 'searchLibrary' | 'clone'>;
  knowledge: Services['knowledge'];
  calls: Calls;
  placed: PlacedCalls;
  outbound: LedCalls;
  batches: BatchCalls;
  analyses: CallAnalyses;
  simulations: Simulations;
  flows: Services['flows'];
  listCredentials: Services['credentials']['list'];
  findTemplate(name: string): Promise<NodeTemplate | undefined>;
}

/** The same agents, calls, numbers, voices and knowledge bases under the paths that the public clients of Retell call. */
export function mountRetell(app: App, { db, config, limits }: Infrastructure, needs: RetellNeeds): void {
  const {
    voices,
    knowledge,
    calls,
    placed,
    outbound,
    batches,
    analyses,
    simulations,
    flows,
    listCredentials,
    findTemplate,
    ...rest
  } = needs;
  const parts = { db, ...rest };
  const agents = createRetellAgents(parts);
  retellRoutes(app, { agents, llms: createRetellLlms(parts) });
  retellChatRoutes(app, {
    chats: createRetellChats({ ...parts, calls }),
    agents: createRetellChatAgents(db, agents),
  });
  retellConversationFlowRoutes(app, {
    flows: createRetellConversationFlows({ flows, listCredentials, findTemplate }),
    components: createRetellComponents(db),
  });
  retellTestRoutes(app, createRetellTests({ ...parts, simulations }));
  retellKnowledgeRoutes(app, createRetellKnowledge(knowledge));
  retellNumberRoutes(app, createRetellPhoneNumbers(parts));
  retellCallRoutes(
    app,
    createRetellCalls({
      ...{ ...parts, calls, placed, outbound, batches, analyses, limits },
      publicUrl: config.publicUrl,
    }),
  );
  retellVoiceRoutes(app, createRetellVoices(voices, config.publicUrl));
}
