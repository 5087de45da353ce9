import type { RetellLlm } from '@tendril/contract/api/retell-llms';
import type { VoiceLlmFields } from '@tendril/contract/voice/voice-agent';
import { toRetellTool } from './to-retell-tool.ts';

/** What Retell adds to a record's own fields. */
export interface RecordFacts {
  id: string;
  version: number;
  isPublished: boolean;
  modifiedAt: number;
}

/** An LLM record in Retell's format. */
export function toRetellLlm(
  fields: VoiceLlmFields,
  { id, version, isPublished, modifiedAt }: RecordFacts,
): RetellLlm {
  const { beginMode, beginMessage } = fields;
  return {
    llm_id: id,
    version,
    is_published: isPublished,
    last_modification_timestamp: modifiedAt,
    model: fields.model,
    ...(fields.speechModel !== null && { s2s_model: fields.speechModel }),
    model_temperature: fields.temperature,
    general_prompt: fields.generalPrompt,
    begin_message: beginMode === 'user' ? '' : beginMode === 'dynamic' ? null : beginMessage,
    start_speaker: beginMode === 'user' ? 'user' : 'agent',
    general_tools: fields.functions.map(toRetellTool),
    knowledge_base_ids: fields.knowledgeBaseIds,
    kb_config: { top_k: fields.knowledgeTopK },
    default_dynamic_variables: fields.defaultDynamicVariables,
  };
}
