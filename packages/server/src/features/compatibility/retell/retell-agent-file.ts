import { AppError } from '@tendril/contract/app-error';
import {
  agentSettingsDefaults,
  defaultVoiceId,
  voiceLlmDefaults,
} from '@tendril/contract/voice/agent-defaults';
import { defaultLanguage } from '@tendril/contract/voice/languages';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { ForeignAgentFiles } from '../../voice/voice-agents/public.ts';
import { lostFields } from './lost-fields.ts';
import { fromRetellFile, type RetellFile, toRetellFile } from './retell-format.ts';

type Fields = Record<string, unknown>;
type ReadAgentFile = ReturnType<ForeignAgentFiles['read']>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const llmKeys = ['llm', 'retell_llm', 'retellLlm', 'retellLlmData'];
/** They describe the record at Retell, not its behaviour; secrets are imported, though they are not shown. */
const silent =
  /^(agent|llm)\.(agent_id|llm_id|version|version_title|version_description|base_version|is_published|last_modification_timestamp|assigned_tags|channel|tags|agent_name|response_engine\..*|data_storage_setting|general_tools\.\d+\.cal_api_key|voicemail_message|begin_message|start_speaker)$|^agent\.post_call_analysis_data\.\d+\.?.*$/;

/** Whether a file looks like a Retell agent: alone, with its LLM inside, or beside it. */
function isRetellFile(data: Fields): boolean {
  return 'response_engine' in data || 'voice_id' in data || 'agent_id' in data || isFields(data['agent']);
}

/** Reads a Retell agent. `notes` name every field that is not kept. Throws INVALID_INPUT by the path. */
function fromRetellAgentFile(data: Fields): ReadAgentFile {
  const file = splitFile(data);
  const reasons = new Map<string, string>();
  const read = fromRetellFile(file, {
    mint: mintOrderedId,
    refuse: (path, message) => void reasons.set(path, message),
  });
  if (
    !file.llm &&
    isFields(file.agent['response_engine']) &&
    file.agent['response_engine']['type'] === 'retell-llm'
  )
    reasons.set('llm', 'the file holds the agent alone: its prompt and functions are not in it');
  const { agent_id: id, agent_name: name } = file.agent;
  return {
    id: typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : undefined,
    fields: { agentName: 'Imported agent', ...read.fields },
    settings: read.settings,
    llm: read.llm,
    notes: notesOf(file, read, reasons, typeof name === 'string' ? name : ''),
  };
}

function splitFile(data: Fields): RetellFile {
  const inside = isFields(data['agent']) ? data['agent'] : data;
  const key = llmKeys.find((name) => isFields(data[name]) || isFields(inside[name]));
  const llm = key === undefined ? undefined : (data[key] ?? inside[key]);
  const agent = Object.fromEntries(Object.entries(inside).filter(([name]) => name !== key));
  if (llm !== undefined && !isFields(llm))
    throw new AppError('INVALID_INPUT', `data.${key}: must be an object`);
  return { agent, llm };
}

/** Everything in the file that exporting the result would not reproduce. */
function notesOf(
  file: RetellFile,
  read: ReturnType<typeof fromRetellFile>,
  reasons: ReadonlyMap<string, string>,
  agentName: string,
): string[] {
  const again = toRetellFile(
    {
      agent: {
        id: '',
        responseEngineLlmId: '',
        voiceId: defaultVoiceId,
        language: defaultLanguage,
        agentName,
        ...read.fields,
      },
      settings: { ...agentSettingsDefaults, ...read.settings },
      llm: { ...voiceLlmDefaults, ...read.llm },
    },
    { version: 0, isPublished: false, modifiedAt: 0 },
  );
  const given = { agent: file.agent, ...(file.llm && { llm: file.llm }) };
  const lost = lostFields(given, again).filter((path) => !silent.test(path));
  const unexplained = lost.filter(
    (path) => ![...reasons.keys()].some((known) => isWithin(path, known) || isWithin(known, path)),
  );
  return [
    ...[...reasons].map(([path, message]) => `${path}: ${message}`),
    ...unexplained.map((path) => `${path}: has no place here`),
  ];
}

const isWithin = (path: string, outer: string) => path === outer || path.startsWith(`${outer}.`);

/** Retell agents as files. Exports hold only numbers that Retell accepts. */
export const retellAgentFiles: ForeignAgentFiles = {
  isFile: isRetellFile,
  read: fromRetellAgentFile,
  write(snapshot, facts) {
    const { agent, llm } = toRetellFile(snapshot, facts, { isTakenThere: true });
    return { ...agent, llm };
  },
};
