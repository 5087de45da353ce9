import type { ConversionGap } from '@tendril/contract/api/assistants';
import type { AssistantPart, CustomDetails, VendorDetails } from '@tendril/contract/flow/assistant-details';

interface ConversionGiven {
  details: VendorDetails;
  /** Id of the stored OpenAI key. */
  credential: string | null;
  /** Functions for which a custom tool of the same name exists. */
  customTools: ReadonlyMap<string, string>;
}

export interface Conversion {
  details: CustomDetails;
  /** Functions for which a custom tool of the same name exists. */
  tools: string[];
  gaps: ConversionGap[];
}

const longestName = 200;

/** Settings of a vendor's assistant that a custom one does not have. */
const lostSettings = ['response_format', 'reasoning_effort', 'metadata', 'description'] as const;

/** A vendor's assistant as a custom one; everything without a counterpart is named. */
export function convertDetails({ details, credential, customTools }: ConversionGiven): Conversion {
  const gaps: ConversionGap[] = [];
  const gap = (kind: ConversionGap['kind'], name = '') => void gaps.push({ kind, name });
  if (!details.model) gap('model');
  if (!credential) gap('secret');
  const tools: AssistantPart[] = [];
  const found: string[] = [];
  for (const tool of details.tools ?? []) {
    if (tool.type === 'code_interpreter') gap('codeInterpreter');
    else if (tool.type === 'file_search' || tool.type === 'retrieval') gap('fileSearch', storesOf(details));
    else if (tool.type !== 'function') gap('tool', tool.type);
    else {
      const name = functionName(tool);
      const selectedTool = customTools.get(name);
      if (selectedTool === undefined) gap('function', name);
      else {
        found.push(name);
        tools.push({ name: 'customTool', label: name, inputs: { selectedTool } });
      }
    }
  }
  const files = filesOf(details);
  if (files.length > 0) gap('files', files.join(', '));
  for (const setting of lostSettings) if (isSet(details[setting])) gap('setting', setting);

  const name = (details.name || details.id || 'Assistant').slice(0, longestName);
  const custom: CustomDetails = {
    name,
    chatModel: modelOf(details, credential),
    instruction: (details.instructions ?? '').slice(0, 100_000),
    documentStores: [],
    tools,
    /** Its origin, for people who read the export. */
    convertedFrom: { id: details.id ?? '', model: details.model ?? '' },
  };
  return { details: custom, tools: found, gaps };
}

function modelOf(details: VendorDetails, credential: string | null): AssistantPart {
  const { model, temperature, top_p: topP } = details;
  return {
    name: 'chatOpenAI',
    label: 'ChatOpenAI',
    ...(credential && { credential }),
    inputs: {
      ...(model && { modelName: model }),
      // The vendor's own default: an empty field would mean ours.
      temperature: temperature ?? 1,
      ...(typeof topP === 'number' && topP !== 1 && { topP }),
    },
  };
}

function functionName(tool: Record<string, unknown>): string {
  const { function: declared } = tool as { function?: { name?: unknown } };
  return typeof declared?.name === 'string' ? declared.name : '';
}

/** Lists of ids under `tool_resources`, and those of the API's first version. */
function resource(details: VendorDetails, tool: string, key: string): string[] {
  const resources = details['tool_resources'] as Record<string, Record<string, unknown>> | null | undefined;
  const list = resources?.[tool]?.[key];
  return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : [];
}

function storesOf(details: VendorDetails): string {
  return resource(details, 'file_search', 'vector_store_ids').join(', ');
}

function filesOf(details: VendorDetails): string[] {
  const old = details['file_ids'];
  const first = Array.isArray(old) ? old.filter((id) => typeof id === 'string') : [];
  return [...resource(details, 'code_interpreter', 'file_ids'), ...first];
}

function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 'auto') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
