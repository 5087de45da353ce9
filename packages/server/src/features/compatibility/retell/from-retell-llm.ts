import type { RetellLlmBody } from '@tendril/contract/api/retell-llms';
import { voiceLlmDefaults } from '@tendril/contract/voice/agent-defaults';
import { llmOptionIds, speechModelIds } from '@tendril/contract/voice/llm-options';
import type { VoiceLlmFields } from '@tendril/contract/voice/voice-agent';
import { fromRetellTools } from './from-retell-tool.ts';
import type { Reading } from './reading.ts';
import { withoutUndefined } from './without-undefined.ts';

type Begin = Pick<VoiceLlmFields, 'beginMode' | 'beginMessage'>;

/** The fields that an LLM of Retell sets; null sets the default. A change starts from `before`. */
export function fromRetellLlm(
  body: RetellLlmBody,
  reading: Reading,
  before: Begin = voiceLlmDefaults,
): Partial<VoiceLlmFields> {
  const tools = body.general_tools;
  return withoutUndefined<VoiceLlmFields>({
    model: readModel(body.model, reading),
    speechModel: readSpeechModel(body.s2s_model, reading),
    temperature: body.model_temperature,
    generalPrompt: orDefault(body.general_prompt, ''),
    ...readBegin(body, before),
    functions: tools === null ? [] : tools && fromRetellTools(tools, 'general_tools', reading),
    knowledgeBaseIds: orDefault(body.knowledge_base_ids, []),
    knowledgeTopK: body.kb_config === null ? voiceLlmDefaults.knowledgeTopK : body.kb_config?.top_k,
    defaultDynamicVariables: orDefault(body.default_dynamic_variables, {}),
  });
}

function orDefault<T>(value: T | null | undefined, otherwise: T): T | undefined {
  return value === null ? otherwise : value;
}

function readModel(model: RetellLlmBody['model'], { refuse }: Reading): VoiceLlmFields['model'] | undefined {
  if (model === undefined || model === null) return model === null ? voiceLlmDefaults.model : undefined;
  const known = llmOptionIds.find((id) => id === model);
  if (!known) refuse('model', `"${model}" is not offered here; choose one of ${llmOptionIds.join(', ')}`);
  return known;
}

function readSpeechModel(model: RetellLlmBody['s2s_model'], { refuse }: Reading) {
  if (model === undefined || model === null) return model;
  const known = speechModelIds.find((id) => id === model);
  if (!known)
    refuse('s2s_model', `"${model}" is not offered here; choose one of ${speechModelIds.join(', ')}`);
  return known;
}

/** Retell's three cases of `begin_message`, and the later field that names who begins. */
function readBegin(body: RetellLlmBody, before: Begin): Partial<Begin> {
  const { begin_message: message, start_speaker: speaker } = body;
  if (speaker === 'user') return { beginMode: 'user', ...(message && { beginMessage: message }) };
  if (message === null) return { beginMode: 'dynamic' };
  if (message !== undefined)
    return message === '' && speaker === undefined
      ? { beginMode: 'user' }
      : { beginMode: 'defined', beginMessage: message };
  if (speaker !== 'agent' || before.beginMode !== 'user') return {};
  return { beginMode: before.beginMessage === '' ? 'dynamic' : 'defined' };
}
