import {
  isStreaming,
  readPublicChatbotConfig,
  readPublicChatflow,
  readUploadRules,
} from '@tendril/contract/api/chatflows';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import { type FlowGate, type PredictionService, saysItStreams } from '../../flows/predictions/public.ts';
import { isSpeaking } from '../../flows/speech/public.ts';
import { uploadRulesOf } from '../../flows/uploads/public.ts';
import { appearanceOf } from './appearance.ts';

const alias = { alias: true };

/** Routes by which chat pages and embedded chats learn how a flow looks; also under `/api/v1`. */
export function publicChatflowRoutes(
  app: App,
  predictions: PredictionService,
  gate: FlowGate,
  largestFileMb: number,
): void {
  serve(
    app,
    isStreaming,
    async ({ caller, params }) => {
      const [flow, plan] = [await predictions.findFlow(params.id), await predictions.findPlan(params.id)];
      const isOwn = caller.kind !== 'anonymous' && flow?.workspaceId === caller.workspaceId;
      return { isStreaming: isOwn && plan ? plan.canStream : saysItStreams(flow, plan) };
    },
    alias,
  );

  serve(
    app,
    readUploadRules,
    async ({ caller, params, request, reply }) => {
      const { flow, version } = await gate.enter(caller, params.id, request, reply, 'none');
      return uploadRulesOf(flow, version.plan, largestFileMb);
    },
    alias,
  );

  serve(
    app,
    readPublicChatflow,
    async ({ caller, params }) => {
      const { flow, version } = await predictions.admit(caller, params.id);
      const { id, name, type, isPublic } = flow;
      const shown = JSON.stringify(appearanceOf(flow));
      return { id, name, type, isPublic, chatbotConfig: shown, isDemo: version.plan.isDemo };
    },
    alias,
  );

  serve(
    app,
    readPublicChatbotConfig,
    async ({ caller, params }) => {
      const { flow, version } = await predictions.admit(caller, params.id);
      return {
        ...appearanceOf(flow),
        uploads: uploadRulesOf(flow, version.plan, largestFileMb),
        isTTSEnabled: isSpeaking(flow),
      };
    },
    alias,
  );
}
