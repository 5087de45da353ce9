import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import { contentWords } from './words.ts';

export type FunctionTool = LanguageModelV4FunctionTool;

/** A tool's name as words: `list_free_times` and `listFreeTimes` are "list free times". */
export function spacedName(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
}

const about = (tool: FunctionTool) => `${spacedName(tool.name)} ${tool.description ?? ''}`.toLowerCase();

/** The tools of a call that the app itself runs. */
export function functionTools(options: LanguageModelV4CallOptions): FunctionTool[] {
  if (options.toolChoice?.type === 'none') return [];
  return (options.tools ?? []).filter((tool): tool is FunctionTool => tool.type === 'function');
}

export const isCalculator = (tool: FunctionTool) => /calculat|arithmetic/.test(spacedName(tool.name));

export const isClock = (tool: FunctionTool) =>
  /\b(?:current|now|today)\b.*\b(?:date|time)|\b(?:date|time) now\b|\bclock\b/.test(spacedName(tool.name));

/** Finds texts: its one input is a question. */
export const isSearch = (tool: FunctionTool) =>
  /search|retriev|knowledge|document|look ?up|\bfaq\b|\bfind\b/.test(about(tool)) &&
  textInputs(tool).length === 1;

/** Lists the free times of a calendar. */
export const isFreeTimesTool = (tool: FunctionTool) =>
  /\b(?:free|available|open)\b.*\b(?:time|slot|appointment)|availab|\bslots?\b|check.*calendar/.test(
    spacedName(tool.name),
  );

/** Books an appointment in a calendar. */
export const isBookingTool = (tool: FunctionTool) =>
  /\b(?:book|reserve|schedule|create|make)\b/.test(spacedName(tool.name)) &&
  /appointment|booking|reservation|slot|calendar|meeting|visit|\btime\b/.test(about(tool));

/** Ends the conversation in which it is called. */
export const isEnding = (tool: FunctionTool) =>
  /\b(?:end|finish|close|terminate) (?:the |this )?(?:call|conversation)\b|\bhang ?up\b/.test(about(tool));

function textInputs(tool: FunctionTool): string[] {
  return Object.keys(tool.inputSchema.properties ?? {});
}

/** Share of the tool's name that the question mentions, plus a little for its description, 0 to 1.5. */
export function toolFit(tool: FunctionTool, question: string): number {
  const asked = new Set(contentWords(question));
  if (asked.size === 0) return 0;
  const named = contentWords(spacedName(tool.name));
  const described = contentWords(tool.description ?? '').filter((word) => !named.includes(word));
  const byName = named.filter((word) => asked.has(word)).length / Math.max(1, named.length);
  const hits = new Set(described.filter((word) => asked.has(word))).size;
  return byName + Math.min(0.5, hits * 0.25);
}
