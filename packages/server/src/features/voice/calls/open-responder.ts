import { AppError } from '@tendril/contract/app-error';
import type { OpenSocket } from '@tendril/contract/provider/outbound-socket';
import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import type { Scope } from '../../../platform/db/scope.ts';
import type { PredictionService } from '../../flows/predictions/public.ts';
import type { KnowledgeService } from '../../knowledge/document-stores/public.ts';
import { openModels } from './open-models.ts';
import type { CallResponder, ResponderCall } from './responders/call-responder.ts';
import { openCustomLlm } from './responders/custom-llm-responder.ts';
import { createFindPassages } from './responders/find-passages.ts';
import { createFlowResponder } from './responders/flow-responder.ts';
import {
  type ConnectSpeech,
  openRealtimeResponder,
  requireSpeechKey,
} from './responders/open-realtime-responder.ts';
import { createPromptResponder } from './responders/prompt-responder.ts';
import { withApology } from './responders/with-apology.ts';
import type { VoiceModelProvider } from './voice-model-provider.ts';
import type { VoiceModels } from './voice-models.ts';

interface ResponderParts {
  modelProvider: VoiceModelProvider;
  voiceModels(): Promise<VoiceModels>;
  knowledge: Pick<KnowledgeService, 'search'>;
  predictions: Pick<PredictionService, 'askForCall' | 'stateAfter'>;
  /** Whether a flow's version uses the demo model. Throws NOT_FOUND. */
  isDemoFlow(scope: Scope, flowId: string, versionId: string | null): Promise<boolean>;
  openSocket: OpenSocket;
  connectSpeech: ConnectSpeech;
}

export type Responders = ReturnType<typeof createResponders>;

/** Opens the responder that an agent's settings name: the prompt, a flow, or a custom LLM. */
export function createResponders(parts: ResponderParts) {
  async function open(call: ResponderCall): Promise<CallResponder> {
    const { snapshot } = call;
    const { brain } = snapshot.settings;
    switch (brain.type) {
      case 'prompt': {
        const { converse } = await parts.voiceModels();
        const models = await openModels(parts.modelProvider, call, snapshot.llm, call.isTest);
        const findPassages = createFindPassages(call, parts.knowledge);
        const cascade = createPromptResponder(call, { models, converse, findPassages });
        if (!call.isSpoken || snapshot.llm.speechModel === null) return cascade;
        return openRealtimeResponder(call, { cascade, findPassages, connect: parts.connectSpeech });
      }
      case 'flow': {
        const { flowId, versionId } = brain;
        const isDemo = await parts.isDemoFlow(call, flowId, versionId);
        const last = call.replayed.findLast(({ flowRun }) => flowRun)?.flowRun;
        // Another flow begins with a state of its own.
        const state =
          last?.flowId === flowId ? await parts.predictions.stateAfter(call, flowId, last.runId) : undefined;
        return createFlowResponder(call, { ...parts.predictions, flowId, versionId, isDemo, state });
      }
      case 'custom-llm':
        return openCustomLlm(call, requireAddress(brain.url), parts.openSocket);
    }
  }

  return {
    /** Throws CREDENTIAL_MISSING or NOT_FOUND, and a ResponderFailure for a custom LLM that cannot be reached. */
    open: async (call: ResponderCall) => withApology(await open(call), call.config.language),

    /** Reports, before the call, what would keep the responder from answering; a custom LLM is not connected for it. */
    async check(scope: Scope, { settings, llm }: VoiceAgentSnapshot, isTest = false): Promise<void> {
      const { brain } = settings;
      if (brain.type === 'prompt') {
        await parts.modelProvider.open(scope, llm, isTest);
        if (llm.speechModel !== null && !isTest) await requireSpeechKey(parts.connectSpeech, scope);
      }
      if (brain.type === 'flow') await parts.isDemoFlow(scope, brain.flowId, brain.versionId);
      if (brain.type === 'custom-llm') requireAddress(brain.url);
    },
  };
}

function requireAddress(url: string): string {
  if (url !== '') return url;
  throw new AppError('CREDENTIAL_MISSING', 'This agent uses a custom LLM, but no WebSocket URL is set.');
}
