import { AppError } from '@tendril/contract/app-error';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import { type AnalysisModelId, analysisModels } from '@tendril/contract/voice/analysis-models';
import type { Logger } from 'pino';
import type { Scope } from '../../../platform/db/scope.ts';
import type { FoundAnalysis } from './analysed-calls.ts';
import { type CallReading, type Conversation, lacksRequired } from './conversation.ts';
import { readByModel } from './read-by-model.ts';
import { readByRules, rulesName } from './read-by-rules.ts';

export interface ModelKey {
  apiKey: string;
  baseUrl: string;
}

export interface ReadOptions {
  signal: AbortSignal;
  /** Temporary failures are thrown, so that the job is retried; otherwise the rules do the analysis. */
  isPatient: boolean;
}

export type ReadCall = (
  scope: Scope,
  conversation: Conversation,
  modelId: AnalysisModelId,
  options: ReadOptions,
) => Promise<FoundAnalysis>;

interface CallReaderParts {
  log: Logger;
  openKey(scope: Scope): Promise<ModelKey | undefined>;
  fetch: FetchFunction;
}

const passing = new Set(['PROVIDER_UNAVAILABLE', 'PROVIDER_RATE_LIMITED']);

/** Analyses calls by the model that the agent chose where the workspace has a key, else by rules; `by` says which. */
export function callReader({ log, openKey, fetch }: CallReaderParts): ReadCall {
  return async (scope, conversation, modelId, { signal, isPatient }) => {
    const key = await openKey(scope);
    let reading: CallReading | undefined;
    if (key) {
      try {
        reading = await readByModel(conversation, { modelId, ...key, fetch, signal });
      } catch (error) {
        const isPassing = error instanceof AppError && passing.has(error.code);
        if (isPatient && (isPassing || signal.aborted)) throw error;
        log.warn({ err: error }, 'a call is read by rules, for the model did not');
      }
    }
    if (!reading) return { analysis: { ...readByRules(conversation), by: rulesName }, costUsd: 0 };
    const isSuccess =
      reading.callSuccessful && !lacksRequired(conversation.fields, reading.customAnalysisData);
    const inVoicemail = reading.inVoicemail || conversation.reason === 'voicemail_reached';
    const analysis = { ...reading, inVoicemail, callSuccessful: isSuccess, by: modelId };
    return { analysis, costUsd: analysisModels.find(({ id }) => id === modelId)?.usdPerSession ?? 0 };
  };
}
