import { AppError } from '@tendril/contract/app-error';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import { type CallAnalyses, createCallAnalyses } from '../features/voice/call-analysis/public.ts';
import type { Calls } from '../features/voice/calls/public.ts';
import type { VoiceAgents } from '../features/voice/voice-agents/public.ts';
import type { VoiceWebhooks } from '../features/voice/voice-webhooks/public.ts';
import type { App } from '../platform/http/app.ts';
import type { Infrastructure } from '../platform/infrastructure.ts';
import type { Services } from './services.ts';

interface AnalysisNeeds {
  agents: Pick<VoiceAgents, 'snapshot'>;
  calls: Calls;
  webhooks: VoiceWebhooks;
}

const openAiUrl = 'https://api.openai.com/v1';
const keyKind = 'openAIApi';

/** Analysis of ended calls; registered after the hook that reports the end, so that receivers get that first. */
export async function mountCallAnalysis(
  app: App,
  { db, log, egress }: Infrastructure,
  { jobs, credentials }: Pick<Services, 'jobs' | 'credentials'>,
  { agents, calls, webhooks }: AnalysisNeeds,
): Promise<CallAnalyses> {
  const fetch = egress.fetch as FetchFunction;
  const analyses = createCallAnalyses({
    ...{ db, log, jobs, webhooks, calls, fetch },
    async openKey(scope) {
      const [newest] = await credentials.list(scope, keyKind);
      if (!newest) return undefined;
      const { openAIApiKey: apiKey, basePath } = await credentials.open(scope, newest.id);
      return apiKey ? { apiKey, baseUrl: basePath || openAiUrl } : undefined;
    },
    async settingsOf(call) {
      try {
        return (await agents.snapshot(call, call.agentId, call.versionId ?? 'draft')).snapshot.settings;
      } catch (error) {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
        throw error;
      }
    },
  });
  calls.onEnded({ write: (trx, ended) => analyses.enqueue(trx, ended, ended), committed: analyses.poke });
  const count = await analyses.recover();
  if (count > 0) log.warn({ count }, 'calls that the last stop interrupted are read');
  app.fastify.addHook('onClose', () => analyses.settle());
  return analyses;
}
