import { AppError } from '@tendril/contract/app-error';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import type { VoiceLlmFields } from '@tendril/contract/voice/voice-agent';
import type { Scope } from '../../../platform/db/scope.ts';
import type { VoiceModelProvider } from './voice-model-provider.ts';

type AskedModels = Pick<VoiceLlmFields, 'model' | 'fallbackModels' | 'temperature' | 'credentialId'>;

/** The agent's model, then those that take over; one of these without a key is left out. Throws CREDENTIAL_MISSING. */
export async function openModels(
  provider: VoiceModelProvider,
  scope: Scope,
  { fallbackModels, ...asked }: AskedModels,
  isTest: boolean,
): Promise<[ChatModel, ...ChatModel[]]> {
  const first = await provider.open(scope, asked, isTest);
  if (first.isDemo) return [first];
  const others: ChatModel[] = [];
  for (const model of fallbackModels) {
    try {
      // The chosen credential is the first model's; another vendor has its own.
      others.push(await provider.open(scope, { model, temperature: asked.temperature, credentialId: null }));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'CREDENTIAL_MISSING') throw error;
    }
  }
  return [first, ...others];
}
