import { publicPrefix } from '@tendril/contract/api/prefixes';
import { chosenFields, exampleValue, filesField, type SampleField } from './sample-fields.ts';

/** The question of every sample. */
export const sampleQuestion = 'Hey, how are you?';

/** What a sample must show. */
export interface SampleOptions {
  origin: string;
  flowId: string;
  /** Secret or placeholder that is sent as the bearer; left out where the flow asks for none. */
  apiKey?: string | undefined;
  fields?: readonly SampleField[];
  /** Values for single nodes, where a parameter stands in several. */
  isByNode?: boolean;
  /** Names of variables that calls may set. */
  variables?: readonly string[];
  /** Ends the work at this node; the call then asks nothing. */
  stopNodeId?: string | undefined;
  isStreaming?: boolean;
}

/** A call as every language writes it: JSON, or a form where files go with it. */
export type SampleRequest = { url: string; apiKey?: string | undefined; isStreaming: boolean } & (
  | { kind: 'json'; body: Readonly<Record<string, unknown>> }
  | { kind: 'form'; parts: readonly SamplePart[] }
);

/** One field of a form; a file has no text. */
export interface SamplePart {
  name: string;
  text?: string;
}

/** The call that a sample shows. */
export function sampleRequest(options: SampleOptions): SampleRequest {
  const { apiKey, isStreaming = false, stopNodeId } = options;
  const fields = chosenFields(options.fields ?? []);
  const path = stopNodeId === undefined ? 'prediction' : 'vector/upsert';
  const url = `${options.origin}${publicPrefix}/${path}/${options.flowId}`;
  const asked: Record<string, string> =
    stopNodeId === undefined ? { question: sampleQuestion } : { stopNodeId };
  const how = { url, apiKey, isStreaming };
  if (fields.some(({ name }) => name === filesField)) {
    return { ...how, kind: 'form', parts: [...fields.map(toPart), ...textParts(asked)] };
  }
  const overrideConfig = overrides(options, fields);
  const body = {
    ...asked,
    ...(isStreaming && { streaming: true }),
    ...(Object.keys(overrideConfig).length > 0 && { overrideConfig }),
  };
  return { ...how, kind: 'json', body };
}

function overrides({ isByNode, variables = [] }: SampleOptions, fields: readonly SampleField[]) {
  const values = fields.map((field) => {
    const value = exampleValue(field);
    return [field.name, isByNode && field.nodeId ? { [field.nodeId]: value } : value];
  });
  const vars = Object.fromEntries(variables.map((name) => [name, 'value']));
  return { ...Object.fromEntries(values), ...(variables.length > 0 && { vars }) };
}

function toPart(field: SampleField): SamplePart {
  if (field.name === filesField) return { name: field.name };
  const value = exampleValue(field);
  return { name: field.name, text: typeof value === 'object' ? JSON.stringify(value) : String(value) };
}

function textParts(values: Readonly<Record<string, string>>): SamplePart[] {
  return Object.entries(values).map(([name, text]) => ({ name, text }));
}
