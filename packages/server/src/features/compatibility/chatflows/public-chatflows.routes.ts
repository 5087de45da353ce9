import {
  isStreaming,
  readPublicChatbotConfig,
  readPublicChatflow,
  readUploadRules,
} from '@tendril/contract/api/chatflows';
import { AppError } from '@tendril/contract/app-error';
import type { App } from '../../../platform/http/app.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { PredictionService } from '../../flows/predictions/predictions.service.ts';
import { isSpeaking } from '../../flows/speech/speak.service.ts';
import { uploadRulesOf } from '../../flows/uploads/upload-rules.service.ts';
import { appearanceOf } from './appearance.ts';

const alias = { alias: true };

/** Routes by which chat pages and embedded chats learn how a flow looks; also under `/api/v1`. */
export function publicChatflowRoutes(app: App, predictions: PredictionService, largestFileMb: number): void {
  serve(
    app,
    isStreaming,
    async ({ params }) => {
      const plan = await predictions.findPlan(params.id);
      if (!plan) throw missing();
      return { isStreaming: plan.canStream };
    },
    alias,
  );

  serve(
    app,
    readUploadRules,
    async ({ params }) => {
      const [flow, plan] = [await predictions.findFlow(params.id), await predictions.findPlan(params.id)];
      if (!flow || !plan) throw missing();
      return uploadRulesOf(flow, plan, largestFileMb);
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

function missing(): AppError {
  return new AppError('NOT_FOUND', 'There is no such flow.');
}
