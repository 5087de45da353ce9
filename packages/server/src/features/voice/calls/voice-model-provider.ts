import type { Credential } from '@tendril/contract/api/credentials';
import { AppError } from '@tendril/contract/app-error';
import type { FetchFunction } from '@tendril/contract/node/run-context';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { llmOptions } from '@tendril/contract/voice/llm-options';
import { toMissingDetails } from '@tendril/contract/voice/missing-secret';
import type { VoiceLlmFields } from '@tendril/contract/voice/voice-agent';
import type { Config } from '../../../platform/config.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { VoiceModels } from './voice-models.ts';

interface ModelProviderParts {
  config: Pick<Config, 'voiceModelIds'>;
  voiceModels(): Promise<VoiceModels>;
  credentials: {
    list(scope: Scope, kinds?: string | string[]): Promise<Credential[]>;
    open(scope: Scope, id: string): Promise<Record<string, string>>;
  };
  fetchOf(scope: Scope): FetchFunction;
}

type AskedModel = Pick<VoiceLlmFields, 'model' | 'temperature' | 'credentialId'>;

/** Models of voice agents, by the options that agents choose from. */
export interface VoiceModelProvider {
  /**
   * Throws CREDENTIAL_MISSING where the workspace has no key of the vendor, with the kind of its credential in the
   * details: the demo model never answers real callers unless chosen. In a test by the author it does where no key was
   * chosen, and the call says so.
   */
  open(scope: Scope, asked: AskedModel, isTest?: boolean): Promise<ChatModel>;
}

export function createVoiceModelProvider(parts: ModelProviderParts): VoiceModelProvider {
  return {
    async open(scope, { model, temperature, credentialId }, isTest = false) {
      const { openVoiceModel, vendorKeys } = await parts.voiceModels();
      const request = { temperature, fetch: parts.fetchOf(scope) };
      const openDemo = () => openVoiceModel({ ...request, provider: 'demo', modelId: 'demo-1', fields: {} });
      if (credentialId === 'demo') return openDemo();
      const option = llmOptions.find(({ id }) => id === model);
      if (!option) throw new AppError('INVALID_INPUT', `model: there is no model "${model}".`);
      const vendor = vendorKeys[option.provider];
      const id = credentialId ?? (await parts.credentials.list(scope, vendor.kind))[0]?.id;
      if (id === undefined && isTest) return openDemo();
      if (id === undefined)
        throw missing(
          vendor.kind,
          `${option.label} needs a key of ${vendor.label}, and this workspace has none. Add one, or choose the demo model in the LLM settings.`,
        );
      try {
        const fields = await parts.credentials.open(scope, id);
        const modelId = parts.config.voiceModelIds[option.id] ?? option.modelId;
        return await openVoiceModel({ ...request, provider: option.provider, modelId, fields });
      } catch (error) {
        // The credential is gone, or empty: another one of its kind would do.
        if (!(error instanceof AppError) || error.code !== 'CREDENTIAL_MISSING') throw error;
        throw missing(vendor.kind, error.message);
      }
    },
  };
}

function missing(kind: string, message: string): AppError {
  const details = toMissingDetails({ part: 'brain', kinds: [kind] });
  return new AppError('CREDENTIAL_MISSING', message, { details });
}
