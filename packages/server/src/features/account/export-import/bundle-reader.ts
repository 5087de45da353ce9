import { mostBundleEntries, mostKnowledgeParts } from '@tendril/contract/api/export-import';
import { AppError, type ErrorDetail } from '@tendril/contract/app-error';
import { customDetails, typeOfDetails, vendorDetails } from '@tendril/contract/flow/assistant-details';
import { type FlowType, flowData as flowDataSchema } from '@tendril/contract/flow/flow';
import { parseGuardedJson } from '@tendril/contract/json/json-guard';
import { JsonScan } from '@tendril/contract/json/json-scan';
import type * as z from 'zod';
import type { AssistantType, Bundle, FullFlow } from './bundle.ts';
import { assistantRow, flowRow, fullFlowRow, templateRow, toolRow, variableRow } from './bundle-rows.ts';
import { assistantKeys, flowKeys, flowSettings, kindOfNodes } from './detect-file.ts';
import { KnowledgeReader, knowledgePartKeys } from './knowledge-reader.ts';

const mostProblems = 20;
/** So many values of a drawing are read and written without keeping other requests waiting. */
const mostFlowValues = 400_000;

const assistantTypes: Readonly<Record<(typeof assistantKeys)[number], AssistantType | undefined>> = {
  Assistant: undefined,
  AssistantCustom: 'CUSTOM',
  AssistantOpenAI: 'OPENAI',
  AssistantAzure: 'AZURE',
};

/** Checks rows, and collects what is wrong with them by their place. */
export interface RowChecks {
  parse<S extends z.ZodType>(schema: S, place: string, entry: unknown): z.output<S> | undefined;
  /** JSON inside a string, under the same bounds as the file itself; undefined when it is refused. */
  json(place: string, source: string): unknown;
  problem(path: string, message: string): void;
}

/** Reads the lists of one file into a bundle. */
export class BundleReader implements RowChecks {
  readonly #bundle: Bundle;
  readonly #file: string;
  readonly #isFull: boolean;
  readonly #isSingle: boolean;
  readonly #problems: ErrorDetail[] = [];
  readonly #knowledge: KnowledgeReader;
  #count = 0;
  #parts = 0;

  /** `isFull`: flows carry more than their drawing. `isSingle`: the file is one record, not a bundle. */
  constructor(bundle: Bundle, file: string, { isFull, isSingle }: { isFull: boolean; isSingle: boolean }) {
    this.#bundle = bundle;
    this.#file = file;
    this.#isFull = isFull;
    this.#isSingle = isSingle;
    this.#knowledge = new KnowledgeReader(bundle, file, this);
  }

  /** Returns whether such a list is read at all. */
  take(key: string, list: unknown): boolean {
    const one = this.#takerOf(key);
    if (!one) return false;
    if (!Array.isArray(list)) {
      this.problem(key, 'must be a list');
      return true;
    }
    if (knowledgePartKeys.has(key)) this.#parts += list.length;
    else this.#count += list.length;
    if (this.#count > mostBundleEntries || this.#parts > mostKnowledgeParts) {
      const most = (knowledgePartKeys.has(key) ? mostKnowledgeParts : mostBundleEntries).toLocaleString('en');
      throw new AppError('INVALID_INPUT', `${key}: a bundle may hold at most ${most} entries`);
    }
    for (const [index, entry] of list.entries()) {
      if (this.#problems.length >= mostProblems) break;
      one(`${key}.${index}`, entry);
    }
    return true;
  }

  /** Throws when anything was wrong. */
  finish(): void {
    this.#knowledge.finish();
    if (this.#problems.length > 0) throw refused(this.#problems);
  }

  #takerOf(key: string): ((place: string, entry: unknown) => void) | undefined {
    if (Object.hasOwn(flowKeys, key))
      return (place, entry) => this.#flow(place, entry, flowKeys[key] ?? 'CHATFLOW');
    const assistant = assistantKeys.find((one) => one === key);
    if (assistant) return (place, entry) => this.#assistant(place, entry, assistantTypes[assistant]);
    if (key === 'Tool') return (place, entry) => this.#tool(place, entry);
    if (key === 'Variable') return (place, entry) => this.#variable(place, entry);
    if (key === 'CustomTemplate') return (place, entry) => this.#template(place, entry);
    return this.#knowledge.takerOf(key);
  }

  #tool(place: string, entry: unknown): void {
    const taken = this.parse(toolRow, place, entry);
    if (!taken) return;
    const schema = taken.schema || '[]';
    const read = this.json(`${place}.schema`, schema);
    if (Array.isArray(read)) this.#bundle.tools.push({ ...taken, schema, place, file: this.#file });
    else if (read !== undefined) this.problem(`${place}.schema`, 'must be JSON text of a list');
  }

  #variable(place: string, entry: unknown): void {
    const taken = this.parse(variableRow, place, entry);
    if (taken) this.#bundle.variables.push({ ...taken, place, file: this.#file });
  }

  #assistant(place: string, entry: unknown, type: AssistantType | undefined): void {
    const taken = this.parse(assistantRow, place, entry);
    if (!taken) return;
    const text = taken.details || '{}';
    const details = this.json(`${place}.details`, text);
    if (details === undefined) return;
    if (typeof details !== 'object' || details === null || Array.isArray(details)) {
      this.problem(`${place}.details`, 'must be JSON text of an object');
      return;
    }
    const known = type ?? taken.type ?? typeOfDetails(details as Record<string, unknown>);
    if (!this.parse(known === 'CUSTOM' ? customDetails : vendorDetails, `${place}.details`, details)) return;
    this.#bundle.assistants.push({ ...taken, details: text, type: known, place, file: this.#file });
  }

  #flow(place: string, entry: unknown, listed: FlowType): void {
    const taken = this.parse(flowRow, place, entry);
    if (!taken) return;
    if (taken.type === 'ASSISTANT') {
      this.#skipAssistantFlow(place.split('.')[0] ?? '');
      return;
    }
    if (taken.type && !['CHATFLOW', 'MULTIAGENT', 'AGENTFLOW'].includes(taken.type)) {
      this.problem(`${place}.type`, 'must be CHATFLOW, MULTIAGENT or AGENTFLOW');
      return;
    }
    const drawing = this.#flowData(`${place}.flowData`, taken.flowData);
    if (!drawing) return;
    const full = this.#isFull || this.#isSingle ? this.#fullFlow(place, entry) : undefined;
    const row = entry as Record<string, unknown>;
    this.#bundle.flows.push({
      id: taken.id,
      name: taken.name,
      // The nodes of an agent flow run as nothing else, whatever list it stands in.
      type: drawing.kind === 'AGENTFLOW' ? drawing.kind : listed,
      flowData: drawing.text,
      wasPublic: taken.isPublic,
      // They may send what people say to others, or open the flow to pages.
      leftOut: this.#isFull ? [] : flowSettings.filter((key) => isGiven(row[key])),
      place,
      file: this.#file,
      full,
      analytic: this.#analytic(place, row['analytic']),
    });
  }

  #skipAssistantFlow(list: string): void {
    const key = `${list} (ASSISTANT)`;
    const present = this.#bundle.skipped.find((one) => one.key === key && one.file === this.#file);
    if (present) present.count += 1;
    else
      this.#bundle.skipped.push({
        key,
        count: 1,
        reason: 'The flow behind an assistant is recreated from the assistant.',
        file: this.#file,
      });
  }

  #fullFlow(place: string, entry: unknown): FullFlow | undefined {
    const taken = this.parse(fullFlowRow, place, this.#isFull ? entry : describedOnly(entry));
    if (!taken) return undefined;
    const { publishedData, chatbotConfig, ...rest } = taken;
    const settings = chatbotConfig === '' ? {} : this.json(`${place}.chatbotConfig`, chatbotConfig);
    if (settings === undefined) return undefined;
    if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) {
      this.problem(`${place}.chatbotConfig`, 'must be JSON text of an object');
      return undefined;
    }
    const published =
      publishedData === '' ? undefined : this.#flowData(`${place}.publishedData`, publishedData)?.text;
    return { ...rest, chatbotConfig, publishedData: published };
  }

  /** Where its traces went comes along, switched off: they hold what people say. */
  #analytic(place: string, text: unknown): string {
    if (typeof text !== 'string' || !isGiven(text)) return '';
    const vendors = this.json(`${place}.analytic`, text);
    if (typeof vendors !== 'object' || vendors === null || Array.isArray(vendors)) return '';
    const off = Object.entries(vendors).map(([vendor, value]) => [
      vendor,
      typeof value === 'object' && value !== null ? { ...value, status: false } : value,
    ]);
    return JSON.stringify(Object.fromEntries(off));
  }

  #template(place: string, entry: unknown): void {
    const taken = this.parse(templateRow, place, entry);
    if (!taken) return;
    const { type, usecases, flowData, ...rest } = taken;
    const about = { ...rest, usecases: wordsOf(usecases), place, file: this.#file };
    if (/tool/i.test(type)) {
      const tool = this.json(`${place}.flowData`, flowData || '{}');
      const parsed =
        tool === undefined
          ? undefined
          : this.parse(toolRow, `${place}.flowData`, { ...rest, ...Object(tool) });
      if (!parsed) return;
      const { id: _id, ...content } = parsed;
      this.#bundle.templates.push({ ...about, type: 'TOOL', flowData: JSON.stringify(content) });
      return;
    }
    const drawing = this.#flowData(`${place}.flowData`, flowData);
    if (!drawing) return;
    const named = /agentflow\s*v?2/i.test(type)
      ? 'AGENTFLOW'
      : /agent/i.test(type)
        ? 'MULTIAGENT'
        : 'CHATFLOW';
    const kind = drawing.kind === 'AGENTFLOW' ? drawing.kind : named;
    this.#bundle.templates.push({ ...about, type: kind, flowData: drawing.text });
  }

  /** Checked, and as it is: keys stay in their order, so that an export gives the file again. */
  #flowData(place: string, source: string): { text: string; kind: FlowType | undefined } | undefined {
    const tooMuch = new JsonScan(place, mostFlowValues).take(Buffer.from(source));
    if (tooMuch) for (const { path, message } of tooMuch.details ?? []) this.problem(path, message);
    const value = tooMuch ? undefined : this.json(place, source || '{}');
    if (value === undefined) return undefined;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const whole = isObject ? withLists(value) : value;
    const parsed = flowDataSchema.safeParse(whole);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      this.problem([place, ...(issue?.path ?? []).map(String)].join('.'), issue?.message ?? 'is not a flow');
      return undefined;
    }
    const twin = twinIn(parsed.data.nodes);
    if (twin) {
      this.problem(`${place}.nodes.${twin.index}.id`, `"${twin.id}" is the id of an earlier node too`);
      return undefined;
    }
    return { text: JSON.stringify(whole), kind: kindOfNodes(parsed.data.nodes) };
  }

  parse<S extends z.ZodType>(schema: S, place: string, entry: unknown): z.output<S> | undefined {
    const parsed = schema.safeParse(entry);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues)
      this.problem([place, ...issue.path.map(String)].join('.'), issue.message);
    return undefined;
  }

  json(place: string, source: string): unknown {
    try {
      return parseGuardedJson(source, place);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      for (const { path, message } of error.details ?? []) this.problem(path, message);
      return undefined;
    }
  }

  problem(path: string, message: string): void {
    if (this.#problems.length < mostProblems) this.#problems.push({ path: path.slice(0, 300), message });
  }
}

/** The first node with the id of an earlier one: its edges and references would mean either. */
function twinIn(nodes: readonly { id: string }[]): { index: number; id: string } | undefined {
  const seen = new Set<string>();
  for (const [index, { id }] of nodes.entries()) {
    if (seen.has(id)) return { index, id };
    seen.add(id);
  }
  return undefined;
}

function withLists(value: object): object {
  if ('nodes' in value && 'edges' in value) return value;
  return { ...(!('nodes' in value) && { nodes: [] }), ...value, ...(!('edges' in value) && { edges: [] }) };
}

/** Another product's settings mean something else here. */
function describedOnly(entry: unknown): object {
  const { description, category } = entry as Record<string, unknown>;
  return {
    description: typeof description === 'string' ? description.slice(0, 2000) : '',
    category: typeof category === 'string' ? category.slice(0, 500) : '',
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== '{}' && value !== false;
}

/** A list, its JSON text, or words between semicolons. */
function wordsOf(value: unknown): string[] {
  const list = typeof value === 'string' && value.startsWith('[') ? tryList(value) : value;
  const words = typeof list === 'string' ? list.split(';') : Array.isArray(list) ? list : [];
  return words
    .flatMap((word) => (typeof word === 'string' && word.trim() ? [word.trim().slice(0, 50)] : []))
    .slice(0, 20);
}

function tryList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}

function refused(problems: ErrorDetail[]): AppError {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return new AppError('INVALID_INPUT', `${first?.path}: ${first?.message}${more}`, { details: problems });
}
