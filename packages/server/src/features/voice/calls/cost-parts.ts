import type { CostPart } from '@tendril/contract/api/call-cost-part';
import type { CallCost } from '@tendril/contract/api/call-details';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { llmOptions } from '@tendril/contract/voice/llm-options';
import type { VoiceAgentSnapshot } from '@tendril/contract/voice/voice-agent';
import type { CallTable } from '../../../platform/db/voice-tables.ts';
import { conversationMs } from './conversation-ms.ts';
import { recognizerUsdPerMinute, synthesizerUsdPerCharacter } from './speech-prices.ts';

const msPerMinute = 60_000;

interface CostFacts {
  row: Pick<CallTable, 'channel' | 'kind' | 'durationMs' | 'isDemo' | 'isPrivate' | 'carrier'>;
  /** By `costOfCall`. */
  modelUsd: number;
  events: readonly LoggedCallEvent[];
  /** Undefined when the agent or its version is gone. */
  snapshot: Pick<VoiceAgentSnapshot, 'agent' | 'settings' | 'llm'> | undefined;
}

/** What each part of a call cost; a part whose price nobody here can know says so. */
export function costParts(facts: CostFacts): CallCost {
  return sumOfParts([recognizerPart(facts), modelPart(facts), synthesizerPart(facts), linePart(facts)]);
}

/** What the parts of a call cost together: the number that every list, page and export shows. */
function sumOfParts(parts: CostPart[]): CallCost {
  return {
    parts,
    knownUsd: parts.reduce((sum, { usd }) => sum + (usd ?? 0), 0),
    hasUnknown: parts.some(({ usd }) => usd === null),
  };
}

/** The parts that are kept with a call; undefined for one that has none. */
export function keptParts({ costParts: kept }: Pick<CallTable, 'costParts'>): CallCost | undefined {
  return kept == null ? undefined : sumOfParts(JSON.parse(kept) as CostPart[]);
}

function startOf(events: CostFacts['events']) {
  return events.find((event) => event.type === 'call-start');
}

function recognizerPart({ row, events, snapshot }: CostFacts): CostPart {
  const part = 'recognizer';
  const recognizer = startOf(events)?.recognizer;
  if (row.channel === 'text' || !recognizer) return { part, usd: 0, by: '', basis: 'none' };
  if (recognizer.isStandIn) return { part, usd: 0, by: recognizer.label, basis: 'local' };
  // After a transfer two people are heard, each on a line of their own.
  const count = (row.durationMs + 2 * conversationMs(events)) / msPerMinute;
  const hearing = snapshot && { language: snapshot.agent.language, mode: snapshot.agent.sttMode ?? 'fast' };
  const price = recognizerUsdPerMinute(recognizer.label, hearing ?? {});
  const quantity = { count, unit: 'minutes' as const };
  if (price === undefined) return { part, usd: null, by: recognizer.label, basis: 'unknown', quantity };
  return { part, usd: price * count, by: recognizer.label, basis: 'list', quantity };
}

/** The model's list price a minute, or the cost of its steps. */
function modelPart({ row, modelUsd, snapshot }: CostFacts): CostPart {
  const part = 'model';
  const brain = snapshot?.settings.brain.type;
  if (brain === 'custom-llm') return { part, usd: null, by: 'Custom LLM', basis: 'unknown' };
  if (row.isDemo === 1) return { part, usd: modelUsd, by: 'Demo', basis: 'local' };
  if (brain === 'prompt' && row.channel === 'audio') {
    const by = llmOptions.find(({ id }) => id === snapshot?.llm.model)?.label ?? '';
    const quantity = { count: row.durationMs / msPerMinute, unit: 'minutes' as const };
    return { part, usd: modelUsd, by, basis: 'list', quantity };
  }
  const by =
    brain === 'flow' ? 'Flow' : (llmOptions.find(({ id }) => id === snapshot?.llm.model)?.label ?? '');
  return { part, usd: modelUsd, by, basis: 'measured' };
}

function synthesizerPart({ row, events }: CostFacts): CostPart {
  const part = 'synthesizer';
  const voice = startOf(events)?.synthesizer;
  if (row.channel === 'text' || !voice) return { part, usd: 0, by: '', basis: 'none' };
  if (voice.isStandIn) return { part, usd: 0, by: voice.label, basis: 'local' };
  const spoken = events.flatMap((event) => (event.type === 'agent-turn' ? [event] : []));
  const count = spoken.reduce((sum, { text, unsaid = '' }) => sum + text.length + unsaid.length, 0);
  const price = synthesizerUsdPerCharacter[voice.label];
  const hasFallback = events.some(({ type }) => type === 'voice-fallback');
  // Of a private call the words are not stored, so nobody knows how many there were.
  if (price === undefined || hasFallback || row.isPrivate === 1)
    return { part, usd: null, by: voice.label, basis: 'unknown' };
  const quantity = { count, unit: 'characters' as const };
  return { part, usd: price * count, by: voice.label, basis: 'list', quantity };
}

/** A browser costs nothing; carriers bill by contract and country. */
function linePart({ row }: CostFacts): CostPart {
  const part = 'line';
  if (row.kind !== 'phone') return { part, usd: 0, by: '', basis: 'none' };
  return { part, usd: null, by: row.carrier ?? '', basis: 'unknown' };
}
