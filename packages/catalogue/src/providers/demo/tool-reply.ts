import { parseShallowJson } from '@tendril/contract/json/parse-shallow-json';
import { answerFromPassages } from './answer-from-text.ts';
import { answerFromPrompt } from './answer-in-text.ts';
import { arithmeticIn } from './arithmetic.ts';
import type { Conversation, ToolOutcome } from './conversation.ts';
import { fillSchema, isOffered } from './fill-schema.ts';
import { mentionedIn } from './mentioned.ts';
import { readPassages } from './passages.ts';
import type { DemoReply, DemoToolCall } from './reply-shape.ts';
import { isFarewell, isSmallTalk } from './small-talk.ts';
import {
  type FunctionTool,
  isCalculator,
  isClock,
  isEnding,
  isSearch,
  spacedName,
  toolFit,
} from './tool-traits.ts';

const asksTheClock =
  /\bwhat(?:'s| is)? (?:the )?(?:current |exact )?(?:date|time|day)\b|\bwhat (?:day|date|time|year|month) is (?:it|today)|\btoday['’]?s date\b|\bcurrent (?:date|time)\b|\btime is it\b|\bdate today\b/i;

const leastFit = 0.5;

function schemaOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

/** Arguments from the question; properties that are neither required nor mentioned are left out. */
function inputFor(tool: FunctionTool, question: string, now: Date): Record<string, unknown> {
  const expression = isCalculator(tool) ? arithmeticIn(question) : undefined;
  const { properties = {}, required = [] } = tool.inputSchema;
  const mentioned = mentionedIn(question, now);
  const wanted = Object.entries(properties).filter(
    ([name, schema]) => required.includes(name) || isOffered(name, schemaOf(schema), mentioned),
  );
  const schema = { ...tool.inputSchema, properties: Object.fromEntries(wanted) };
  const input = fillSchema(schema, { mentioned, fallbackText: question, now }) as Record<string, unknown>;
  const only = Object.keys(properties)[0];
  return expression && only ? { ...input, [only]: expression } : input;
}

function chooseTools(tools: FunctionTool[], question: string): FunctionTool[] {
  const ending = isFarewell(question) ? tools.find(isEnding) : undefined;
  if (ending) return [ending];
  const chosen = new Set<FunctionTool>();
  if (arithmeticIn(question)) for (const tool of tools.filter(isCalculator).slice(0, 1)) chosen.add(tool);
  if (asksTheClock.test(question)) for (const tool of tools.filter(isClock).slice(0, 1)) chosen.add(tool);
  if (chosen.size > 0) return [...chosen];

  const others = tools.filter((tool) => !isCalculator(tool) && !isClock(tool));
  const best = others
    .map((tool) => ({ tool, fit: toolFit(tool, question) }))
    .sort((one, other) => other.fit - one.fit)[0];
  if (best && best.fit >= leastFit) return [best.tool];
  const search = others.find(isSearch);
  return search && !isSmallTalk(question) ? [search] : [];
}

/** The tools a question asks for, with their arguments; none when no tool fits. */
export function toolCallsFor(
  { question }: Conversation,
  tools: FunctionTool[],
  now: Date,
  isRequired: boolean,
): DemoToolCall[] {
  const chosen = chooseTools(tools, question);
  if (chosen.length === 0 && isRequired) chosen.push(...tools.slice(0, 1));
  return chosen.map((tool) => ({ tool: tool.name, input: inputFor(tool, question, now) }));
}

/** A JSON result in words: "temperature: 21, city: Paris". */
function inWords(text: string): string {
  let value: unknown;
  try {
    value = parseShallowJson(text);
  } catch {
    return text.trim();
  }
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([key, item]) => {
    const said = typeof item === 'object' ? JSON.stringify(item) : String(item);
    return Array.isArray(value) ? said : `${spacedName(key)}: ${said}`;
  });
  return entries.join(', ');
}

function sayOutcome(
  outcome: ToolOutcome,
  tool: FunctionTool | undefined,
  conversation: Conversation,
): string {
  const { question } = conversation;
  const name = spacedName(outcome.tool);
  if (outcome.isError) return `The tool “${name}” could not help: ${outcome.text}`;
  if (tool && isCalculator(tool))
    return `${String(Object.values(outcome.input)[0] ?? question)} = ${outcome.text.trim()}`;
  if (tool && isClock(tool)) return `It is ${inWords(outcome.text)}.`;
  if (tool && isSearch(tool)) {
    return (
      answerFromPassages({ passages: readPassages(outcome.text), question }) ??
      answerFromPrompt(conversation) ??
      'I could not find an answer to that in the text I was given.'
    );
  }
  return `The tool “${name}” says: ${inWords(outcome.text)}`;
}

/** Puts the tools' results into words. */
export function outcomeReply(conversation: Conversation, tools: FunctionTool[]): DemoReply {
  const { outcomes } = conversation;
  const text = outcomes
    .map((outcome) =>
      sayOutcome(
        outcome,
        tools.find((tool) => tool.name === outcome.tool),
        conversation,
      ),
    )
    .join('\n');
  return { text };
}
