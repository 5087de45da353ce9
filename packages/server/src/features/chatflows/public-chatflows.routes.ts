import {
  isStreaming,
  readPublicChatbotConfig,
  readPublicChatflow,
  readUploadRules,
} from '@tendril/contract/api/chatflows';
import type { Answer } from '@tendril/contract/api/endpoint';
import { AppError } from '@tendril/contract/app-error';
import type { App } from '../../http/app.ts';
import { serve } from '../../http/serve.ts';
import type { PredictionService } from '../predictions/predictions.service.ts';
import { appearanceOf } from './appearance.ts';

const alias = { alias: true };

/** Files come as text with the question (`file:full`); nothing is kept and no picture or sound is read. */
const uploadRules: Answer<typeof readUploadRules> = {
  isSpeechToTextEnabled: false,
  isImageUploadAllowed: false,
  isRAGFileUploadAllowed: false,
  imgUploadSizeAndTypes: [],
  fileUploadSizeAndTypes: [],
};

/** Routes by which chat pages and embedded chats learn how a flow looks; also under `/api/v1`. */
export function publicChatflowRoutes(app: App, predictions: PredictionService): void {
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
      if (!(await predictions.findFlow(params.id))) throw missing();
      return uploadRules;
    },
    alias,
  );

  serve(
    app,
    readPublicChatflow,
    async ({ caller, params }) => {
      const { flow, version } = await predictions.admit(caller, params.id);
      const { id, name, type, isPublic, chatbotConfig } = flow;
      const shown = JSON.stringify(appearanceOf(chatbotConfig));
      return { id, name, type, isPublic, chatbotConfig: shown, isDemo: version.plan.isDemo };
    },
    alias,
  );

  serve(
    app,
    readPublicChatbotConfig,
    async ({ caller, params }) => {
      const { flow } = await predictions.admit(caller, params.id);
      return { ...appearanceOf(flow.chatbotConfig), uploads: uploadRules, isTTSEnabled: false };
    },
    alias,
  );
}

function missing(): AppError {
  return new AppError('NOT_FOUND', 'There is no such flow.');
}
