import { fullBundleFormat, mostBundleEntries } from '@tendril/contract/api/export-import';
import { AppError, type ErrorDetail } from '@tendril/contract/app-error';
import { customDetails, typeOfDetails, vendorDetails } from '@tendril/contract/flow/assistant-details';
import { flowData as flowDataSchema, flowType } from '@tendril/contract/flow/flow';
import * as z from 'zod';
import { parseGuardedJson } from '../../../platform/http/json-guard.ts';
import type {
  AssistantType,
  Bundle,
  BundleAssistant,
  BundleFlow,
  BundleTool,
  BundleVariable,
  FullFlow,
} from './bundle.ts';

const mostProblems = 20;
const longestFlow = 10_000_000;
const longestText = 1_000_000;

const text = (most: number) =>
  z
    .string()
    .max(most)
    .nullish()
    .transform((value) => value ?? '');
const name = (most: number) => z.string().trim().min(1, 'must not be empty').max(most);
const id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, "_" or "-"')
  .nullish()
  .transform((value) => value ?? undefined);

const tool = z.object({
  id,
  name: name(200),
  description: text(20_000),
  color: text(200),
  iconSrc: text(2000),
  schema: text(longestText),
  func: text(longestText),
});
const flow = z.object({ id, name: name(200), type: z.string().nullish(), flowData: text(longestFlow) });
const fullFlow = z.object({
  description: text(2000),
  category: text(500),
  folder: text(100),
  chatbotConfig: text(longestText),
  isPublished: z.boolean().catch(false),
  publishedData: text(longestFlow),
});
const variable = z.object({
  id,
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'must be a name of letters, digits and "_"'),
  value: text(100_000),
  type: z
    .enum(['static', 'runtime'])
    .nullish()
    .transform((value) => value ?? 'static'),
});
const assistant = z.object({
  id,
  details: text(longestText),
  credential: text(64),
  iconSrc: text(2000),
  type: z.enum(['CUSTOM', 'OPENAI', 'AZURE']).nullish(),
});

const flowKeys: Record<string, BundleFlow['type']> = {
  ChatFlow: 'CHATFLOW',
  AgentFlow: 'MULTIAGENT',
  AgentFlowV2: 'AGENTFLOW',
};
const assistantKeys: Record<string, AssistantType | undefined> = {
  Assistant: undefined,
  AssistantCustom: 'CUSTOM',
  AssistantOpenAI: 'OPENAI',
  AssistantAzure: 'AZURE',
};

/**
 * Parses the text of a bundle: of this product, of Flowise 2.2 or 3. Throws INVALID_INPUT with the first problems by
 * their place in the file; a bundle with a problem is refused whole.
 */
export function readBundle(source: string): Bundle {
  const lists = listsOf(parse(source));
  const reader = new Reader(lists['format'] === fullBundleFormat);
  for (const [key, list] of Object.entries(lists)) reader.take(key, list);
  if (reader.problems.length > 0) throw refused(reader.problems);
  return reader.bundle;
}

function parse(source: string): unknown {
  try {
    // Some editors save a byte order mark.
    return parseGuardedJson(source.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof AppError) || !error.message.endsWith('must be valid JSON')) throw error;
    throw new AppError('INVALID_INPUT', 'The file is not valid JSON or is incomplete.');
  }
}

/** The lists of a bundle, or why the file is not a bundle. */
function listsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError('INVALID_INPUT', 'The file is not a bundle: it must contain named lists.');
  const keys = Object.keys(value);
  const isKnown = keys.some((key) => ['Tool', 'Variable'].includes(key) || isFlowOrAssistant(key));
  if (isKnown || keys.length === 0) return value as Record<string, unknown>;
  if ('nodes' in value || 'flowData' in value)
    throw new AppError('INVALID_INPUT', 'The file contains a single flow. Import it on the Flows page.');
  if ('func' in value || 'schema' in value)
    throw new AppError('INVALID_INPUT', 'The file contains a single tool. Import it on the Toolkit page.');
  const wanted = ['Tool', 'Variable', ...Object.keys(flowKeys), ...Object.keys(assistantKeys)];
  throw new AppError(
    'INVALID_INPUT',
    `The file is not a bundle: it has none of the lists ${wanted.join(', ')}.`,
  );
}

function isFlowOrAssistant(key: string): boolean {
  return Object.hasOwn(flowKeys, key) || Object.hasOwn(assistantKeys, key);
}

class Reader {
  readonly bundle: Bundle = { tools: [], flows: [], variables: [], assistants: [], skipped: [] };
  readonly problems: ErrorDetail[] = [];
  #count = 0;
  readonly #isFull: boolean;

  /** `isFull`: flows carry more than their drawing. */
  constructor(isFull: boolean) {
    this.#isFull = isFull;
  }

  take(key: string, list: unknown): void {
    if (list === null || list === undefined) return;
    if (key === 'Tool') this.#each(key, list, (place, entry) => this.#tool(place, entry));
    else if (key === 'Variable') this.#each(key, list, (place, entry) => this.#variable(place, entry));
    else if (Object.hasOwn(flowKeys, key))
      this.#each(key, list, (place, entry) => this.#flow(place, entry, flowKeys[key] ?? 'CHATFLOW'));
    else if (Object.hasOwn(assistantKeys, key))
      this.#each(key, list, (place, entry) => this.#assistant(place, entry, assistantKeys[key]));
    else if (Array.isArray(list) && list.length > 0)
      this.bundle.skipped.push({ key: key.slice(0, 100), count: list.length });
  }

  #each(key: string, list: unknown, take: (place: string, entry: unknown) => void): void {
    if (!Array.isArray(list)) {
      this.#problem(key, 'must be a list');
      return;
    }
    this.#count += list.length;
    if (this.#count > mostBundleEntries) {
      const most = mostBundleEntries.toLocaleString('en');
      throw new AppError('INVALID_INPUT', `${key}: a bundle may hold at most ${most} entries`);
    }
    for (const [index, entry] of list.entries()) {
      if (this.problems.length >= mostProblems) return;
      take(`${key}.${index}`, entry);
    }
  }

  #tool(place: string, entry: unknown): void {
    const taken = this.#parse(tool, place, entry);
    if (!taken) return;
    const schema = taken.schema || '[]';
    if (Array.isArray(this.#json(`${place}.schema`, schema, [])))
      this.bundle.tools.push({ ...taken, schema, place } satisfies BundleTool);
    else this.#problem(`${place}.schema`, 'must be JSON text of a list');
  }

  #variable(place: string, entry: unknown): void {
    const taken = this.#parse(variable, place, entry);
    if (taken) this.bundle.variables.push({ ...taken, place } satisfies BundleVariable);
  }

  #assistant(place: string, entry: unknown, type: AssistantType | undefined): void {
    const taken = this.#parse(assistant, place, entry);
    if (!taken) return;
    const text = taken.details || '{}';
    const details = this.#json(`${place}.details`, text, undefined);
    if (details === undefined) return;
    if (typeof details !== 'object' || details === null || Array.isArray(details)) {
      this.#problem(`${place}.details`, 'must be JSON text of an object');
      return;
    }
    const known = type ?? taken.type ?? typeOfDetails(details as Record<string, unknown>);
    if (!this.#parse(known === 'CUSTOM' ? customDetails : vendorDetails, `${place}.details`, details)) return;
    this.bundle.assistants.push({ ...taken, details: text, type: known, place } satisfies BundleAssistant);
  }

  #flow(place: string, entry: unknown, type: BundleFlow['type']): void {
    const taken = this.#parse(flow, place, entry);
    if (!taken) return;
    const key = place.split('.')[0] ?? '';
    // Those of assistants come with their assistant.
    if (taken.type === 'ASSISTANT') {
      this.#skip(`${key} (${taken.type})`);
      return;
    }
    const named = flowType.nullish().safeParse(taken.type || undefined);
    if (!named.success) {
      this.#problem(`${place}.type`, `must be one of ${flowType.options.join(', ')}`);
      return;
    }
    const flowData = this.#flowData(`${place}.flowData`, taken.flowData);
    if (flowData === undefined) return;
    const { id: ownId, name: ownName } = taken;
    const full = this.#isFull ? this.#fullFlow(place, entry) : undefined;
    // Older files have lists of their own for the first two kinds only.
    const kind = taken.type === 'AGENTFLOW' ? 'AGENTFLOW' : type;
    this.bundle.flows.push({ id: ownId, name: ownName, type: kind, flowData, place, full });
  }

  #fullFlow(place: string, entry: unknown): FullFlow | undefined {
    const taken = this.#parse(fullFlow, place, entry);
    if (!taken) return undefined;
    const { publishedData, chatbotConfig, ...rest } = taken;
    const settings = chatbotConfig === '' ? {} : this.#json(`${place}.chatbotConfig`, chatbotConfig, {});
    if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) {
      this.#problem(`${place}.chatbotConfig`, 'must be JSON text of an object');
      return undefined;
    }
    const published =
      publishedData === '' ? undefined : this.#flowData(`${place}.publishedData`, publishedData);
    return { ...rest, chatbotConfig, publishedData: published };
  }

  #flowData(place: string, source: string): string | undefined {
    const value = this.#json(place, source || '{}', undefined);
    if (value === undefined) return undefined;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const parsed = flowDataSchema.safeParse(isObject ? { nodes: [], edges: [], ...value } : value);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      this.#problem([place, ...(issue?.path ?? []).map(String)].join('.'), issue?.message ?? 'is not a flow');
      return undefined;
    }
    return JSON.stringify(parsed.data);
  }

  #parse<S extends z.ZodType>(schema: S, place: string, entry: unknown): z.output<S> | undefined {
    const parsed = schema.safeParse(entry);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues)
      this.#problem([place, ...issue.path.map(String)].join('.'), issue.message);
    return undefined;
  }

  /** JSON inside a string, under the same bounds as the file itself. */
  #json<T>(place: string, source: string, fallback: T): unknown {
    try {
      return parseGuardedJson(source, place);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      for (const { path, message } of error.details ?? []) this.#problem(path, message);
      return fallback;
    }
  }

  #skip(key: string): void {
    const present = this.bundle.skipped.find((skipped) => skipped.key === key);
    if (present) present.count += 1;
    else this.bundle.skipped.push({ key, count: 1 });
  }

  #problem(path: string, message: string): void {
    if (this.problems.length < mostProblems) this.problems.push({ path: path.slice(0, 300), message });
  }
}

function refused(problems: ErrorDetail[]): AppError {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return new AppError('INVALID_INPUT', `${first?.path}: ${first?.message}${more}`, { details: problems });
}
