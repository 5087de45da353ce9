import { languageName } from '@tendril/catalogue/speech/language-name';
import type { LiveSpeechConnection } from '@tendril/catalogue/speech/speech-connection';
import { AppError } from '@tendril/contract/app-error';
import { toMissingDetails } from '@tendril/contract/voice/missing-secret';
import type { Voice } from '@tendril/contract/voice/voice';
import type { Scope } from '../../../../platform/db/scope.ts';
import type { CallResponder, ResponderCall } from './call-responder.ts';
import type { FindPassages } from './find-passages.ts';
import { RealtimeLine } from './realtime-line.ts';
import { createRealtimeResponder } from './realtime-responder.ts';
import { systemPrompt } from './system-prompt.ts';

/** How to reach the vendor of speaking models, and the agent's voice; undefined without a key. */
export type ConnectSpeech = (
  scope: Scope,
  voiceId: string,
) => Promise<{ connection: LiveSpeechConnection; voice: Voice | undefined } | undefined>;

interface RealtimeOpening {
  cascade: CallResponder;
  findPassages: FindPassages;
  connect: ConnectSpeech;
}

/** A model that hears and speaks itself, with the cascade behind it. Throws CREDENTIAL_MISSING for real callers. */
export async function openRealtimeResponder(
  call: ResponderCall,
  { cascade, findPassages, connect }: RealtimeOpening,
): Promise<CallResponder> {
  const { agent, llm } = call.snapshot;
  const model = llm.speechModel;
  const reached = await connect(call, agent.voiceId);
  // In a test of the author's the demo model answers without a key.
  if (model === null || (!reached && call.isTest)) return cascade;
  if (!reached) throw missingKey();
  const { connection } = reached;
  const [{ RealtimeSession }, { createRealtimeRecognizer }, { costOfRealtime }, { realtimeVoice }, speech] =
    await Promise.all([
      import('@tendril/catalogue/providers/openai/realtime/realtime-session'),
      import('@tendril/catalogue/providers/openai/realtime/realtime-recognizer'),
      import('@tendril/catalogue/providers/openai/realtime/realtime-cost'),
      import('@tendril/catalogue/providers/openai/realtime/realtime-voice'),
      import('@tendril/catalogue/providers/openai/text-to-speech'),
    ]);
  const voice = realtimeVoice(agent.voiceId, reached.voice?.gender);
  const instructions = firstInstructions(call);
  const settings = {
    model,
    voice,
    speed: call.config.voiceSpeed,
    language: languageName(call.config.language),
    instructions,
    tools: call.functions,
    isDenoised: call.config.denoising === 'noise',
  };
  const line = new RealtimeLine(
    {
      open: (signal) => RealtimeSession.open(connection, settings, signal),
      createRecognizer: createRealtimeRecognizer,
      mayBeEarly: llm.knowledgeBaseIds.length === 0,
      onLost: (reason) =>
        call.emit({ type: 'voice-fallback', from: 'OpenAI Realtime', to: llm.model, reason }),
    },
    instructions,
  );
  return createRealtimeResponder(call, {
    line,
    model,
    costOf: costOfRealtime,
    findPassages,
    cascade,
    voice: speech.createOpenAiSynthesizer(connection, voice),
  });
}

/** Throws CREDENTIAL_MISSING. */
export async function requireSpeechKey(connect: ConnectSpeech, scope: Scope): Promise<void> {
  if (!(await connect(scope, ''))) throw missingKey();
}

function missingKey(): AppError {
  const details = toMissingDetails({ part: 'brain', kinds: ['openAIApi'] });
  const message =
    'GPT Realtime needs a key of OpenAI, and this workspace has none. Add one, or choose a model that writes.';
  return new AppError('CREDENTIAL_MISSING', message, { details });
}

function firstInstructions(call: ResponderCall): string {
  const { llm, agent } = call.snapshot;
  return systemPrompt({
    generalPrompt: llm.generalPrompt,
    language: agent.language,
    variables: {},
    builtIn: call.builtIn,
    passages: [],
    guidance: [],
  });
}
