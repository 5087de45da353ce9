import { invalidInput } from '@tendril/contract/app-error';
import { type FlowData, flowData } from '@tendril/contract/flow/flow';
import { parseGuardedJson } from '@tendril/contract/json/json-guard';
import type { Bit } from '../../../platform/db/column.ts';
import type { FlowTable } from '../../../platform/db/schema.ts';

const jsonColumns = [
  'chatbotConfig',
  'apiConfig',
  'analytic',
  'speechToText',
  'textToSpeech',
  'followUpPrompts',
  'mcpServerConfig',
] as const;
type JsonColumn = (typeof jsonColumns)[number];

type Given = Partial<Record<JsonColumn, string | null | undefined>> & {
  deployed?: boolean | undefined;
  isPublic?: boolean | null | undefined;
  apikeyid?: string | null | undefined;
  category?: string | null | undefined;
};

type Settings = Partial<Pick<FlowTable, JsonColumn | 'deployed' | 'isPublic' | 'apikeyid' | 'category'>>;

const bit = (value: boolean | null): Bit => (value ? 1 : 0);

/** The columns that a client of Flowise's API may change; their JSON text is checked before it is stored. */
export function readChatflowSettings(given: Given): Settings {
  const settings: Settings = {};
  if (given.deployed !== undefined) settings.deployed = bit(given.deployed);
  if (given.isPublic !== undefined) settings.isPublic = bit(given.isPublic);
  if (given.apikeyid !== undefined) settings.apikeyid = given.apikeyid;
  if (given.category !== undefined) settings.category = given.category;
  for (const column of jsonColumns) {
    const text = given[column];
    if (text === undefined) continue;
    if (text) parseGuardedJson(text, column);
    settings[column] = text || null;
  }
  return settings;
}

/** Parses the text of a flow from outside. Throws INVALID_INPUT with the path inside the flow data. */
export function parseFlowText(text: string): FlowData {
  const parsed = flowData.safeParse(parseGuardedJson(text, 'flowData'));
  if (!parsed.success) throw invalidInput(parsed.error.issues, 'flowData');
  return parsed.data;
}
