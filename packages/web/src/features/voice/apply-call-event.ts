import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { wordsAt } from '@tendril/contract/voice/word-places';
import type { CallEntry, CallSpan, CallView } from './call-view.ts';

type Of<T extends LoggedCallEvent['type']> = Extract<LoggedCallEvent, { type: T }>;
type AgentEntry = Extract<CallEntry, { kind: 'agent' }>;

/** Adds one event to what is drawn of a call. Pure: the same for a live call and for one that is read again. */
export function applyCallEvent(view: CallView, event: LoggedCallEvent): CallView {
  const next = changed(view, event);
  return next.isThinking && endsThinking.has(event.type) ? { ...next, isThinking: false } : next;
}

const endsThinking: ReadonlySet<LoggedCallEvent['type']> = new Set([
  'agent-delta',
  'agent-turn',
  'tool-start',
  'call-error',
  'call-end',
]);

/** What an act says of who speaks. */
const takenOver: { [Act in Of<'operator-act'>['act']]?: boolean } = { 'take-over': true, 'give-back': false };

function changed(view: CallView, event: LoggedCallEvent): CallView {
  switch (event.type) {
    case 'call-start':
      return begun(view, event);
    case 'user-speech-start':
      return opened(view, 'caller', event.offsetMs);
    case 'user-speech-end':
      return closed(view, 'caller', event.offsetMs);
    case 'transcript-interim':
      return heard(view, event, event.text, true);
    case 'user-turn':
      return heard(view, event, event.text, false, event.isTyped ?? false);
    case 'transfer-target-turn':
      return heardTarget(view, event);
    case 'turn-start':
      return { ...view, isThinking: true };
    case 'agent-delta':
      return answered(view, event, (entry) => ({ ...entry, text: entry.text + event.text }));
    case 'agent-speech-start':
      return opened(view, 'agent', event.offsetMs, event.turn);
    case 'agent-speech-end':
      return closed(view, 'agent', event.offsetMs);
    case 'agent-turn':
      return answered(view, event, (entry) => ({
        ...entry,
        text: event.text,
        unsaid: event.unsaid ?? '',
        times: event.times,
        ...(event.words && { words: wordsAt(event.offsetMs, event.words) }),
        isRunning: false,
      }));
    case 'agent-interrupted':
      return answered(view, event, (entry) => ({
        ...entry,
        interruption: { offsetMs: event.offsetMs, stopMs: event.stopMs },
      }));
    case 'tool-start':
      return toolStarted(view, event);
    case 'tool-end':
      return toolEnded(view, event);
    case 'variables-set':
      return valuesSet(view, event);
    case 'step-start':
    case 'step-end':
    case 'flow-run':
      return { ...view, steps: [...view.steps, event] };
    case 'line-quality':
      return { ...view, quality: qualityOf(event) };
    case 'call-end':
      return ended(view, event);
    case 'operator-act':
      return { ...noted(view, event), isTakenOver: takenOver[event.act] ?? view.isTakenOver };
    case 'keypad-press':
    case 'reminder':
    case 'node-transition':
    case 'backchannel':
    case 'transfer':
    case 'line-state':
    case 'early-media':
    case 'voice-fallback':
      return noted(view, event);
    case 'call-error':
      return failed(view, event);
  }
}

function begun(view: CallView, event: Of<'call-start'>): CallView {
  return {
    ...view,
    isDemo: event.isDemo,
    variables: event.variables,
    ...(event.recognizer && { recognizer: event.recognizer }),
    ...(event.synthesizer && { synthesizer: event.synthesizer }),
  };
}

function idOf({ callId, seq }: LoggedCallEvent): string {
  return `${callId}-${seq}`;
}

function noted(view: CallView, event: LoggedCallEvent): CallView {
  const note: CallEntry = { kind: 'note', id: idOf(event), offsetMs: event.offsetMs, event };
  const isTransferred = view.isTransferred || (event.type === 'transfer' && event.isDone);
  return { ...view, entries: [...view.entries, note], isTransferred };
}

function qualityOf({ caller, agent }: Of<'line-quality'>): CallView['quality'] {
  return { ...(caller && { caller }), ...(agent && { agent }) };
}

/** What fails again and again is one line with a count, until the agent has said something. */
function failed(view: CallView, event: Of<'call-error'>): CallView {
  const answeredAt = view.entries.findLastIndex(
    (entry) => entry.kind === 'agent' && !entry.isRunning && entry.text !== '',
  );
  const at = view.entries.findLastIndex(
    (entry) =>
      entry.kind === 'note' && entry.event.type === 'call-error' && entry.event.message === event.message,
  );
  if (at < 0 || at < answeredAt) return noted(view, event);
  const entries = view.entries.map((entry, index) =>
    index === at && entry.kind === 'note' ? { ...entry, times: (entry.times ?? 1) + 1 } : entry,
  );
  return { ...view, entries };
}

function opened(view: CallView, lane: CallSpan['lane'], startMs: number, turn?: number): CallView {
  const span: CallSpan = { lane, startMs, ...(turn !== undefined && { turn }) };
  return { ...view, spans: [...view.spans, span] };
}

function closed(view: CallView, lane: CallSpan['lane'], endMs: number): CallView {
  const at = view.spans.findLastIndex((span) => span.lane === lane && span.endMs === undefined);
  if (at < 0) return view;
  return { ...view, spans: view.spans.map((span, index) => (index === at ? { ...span, endMs } : span)) };
}

/** The caller's words: interim words are replaced until the final ones arrive. */
function heard(
  view: CallView,
  event: Of<'transcript-interim' | 'user-turn'>,
  text: string,
  isInterim: boolean,
  isTyped = false,
): CallView {
  const open = view.entries.find((entry) => entry.kind === 'caller' && entry.isInterim);
  const entry: CallEntry = {
    kind: 'caller',
    id: open?.id ?? idOf(event),
    offsetMs: open?.offsetMs ?? event.offsetMs,
    text,
    isTyped,
    isInterim,
    seq: isInterim ? 0 : event.seq,
    ...('agoMs' in event && event.agoMs && { spoken: spokenAt(event.offsetMs, event.agoMs) }),
    ...('words' in event && event.words && { words: wordsAt(event.offsetMs, event.words) }),
    ...markOf(event),
    ...(view.isTransferred && { isBeyond: true as const }),
  };
  if (!open) return { ...view, entries: [...view.entries, entry] };
  return { ...view, entries: view.entries.map((one) => (one === open ? entry : one)) };
}

function heardTarget(view: CallView, event: Of<'transfer-target-turn'>): CallView {
  const { offsetMs, text, agoMs, words } = event;
  const spoken = agoMs && spokenAt(offsetMs, agoMs);
  const entry: CallEntry = {
    ...{ kind: 'target', id: idOf(event), offsetMs, text },
    ...(spoken && { spoken }),
    ...(words && { words: wordsAt(offsetMs, words) }),
  };
  const span = spoken && { lane: 'target' as const, startMs: spoken.fromMs, endMs: spoken.toMs };
  return { ...view, entries: [...view.entries, entry], ...(span && { spans: [...view.spans, span] }) };
}

function spokenAt(offsetMs: number, { from, to }: { from: number; to: number }) {
  return { fromMs: Math.max(0, offsetMs - from), toMs: offsetMs - to };
}

function answered(
  view: CallView,
  event: Of<'agent-delta' | 'agent-turn' | 'agent-interrupted'>,
  change: (entry: AgentEntry) => AgentEntry,
): CallView {
  const found = view.entries.findLast(
    (entry): entry is AgentEntry => entry.kind === 'agent' && entry.turn === event.turn,
  );
  if (found) {
    const next = change(found);
    return { ...view, entries: view.entries.map((entry) => (entry === found ? next : entry)) };
  }
  // A turn that was stopped before its first word leaves nothing to draw.
  if (event.type === 'agent-turn' && event.text === '' && !event.unsaid) return view;
  const fresh: AgentEntry = {
    kind: 'agent',
    id: idOf(event),
    offsetMs: event.offsetMs,
    turn: event.turn,
    text: '',
    unsaid: '',
    isRunning: true,
    times: {},
    ...markOf(event),
  };
  return { ...view, entries: [...view.entries, change(fresh)] };
}

function markOf(event: LoggedCallEvent): { isReplayed?: true } {
  return 'isReplayed' in event && event.isReplayed ? { isReplayed: true } : {};
}

/** What a function sets is reported while it runs. */
function valuesSet(view: CallView, { values }: Of<'variables-set'>): CallView {
  const at = view.entries.findLastIndex(({ kind }) => kind === 'tool');
  const entries = view.entries.map((entry, index) =>
    index === at && entry.kind === 'tool'
      ? { ...entry, variables: { ...entry.variables, ...values } }
      : entry,
  );
  return { ...view, entries, variables: { ...view.variables, ...values } };
}

function toolStarted(view: CallView, event: Of<'tool-start'>): CallView {
  const { toolId, name, turn, offsetMs } = event;
  const entry: CallEntry = {
    kind: 'tool',
    id: idOf(event),
    offsetMs,
    turn,
    toolId,
    name,
    arguments: event.arguments,
    ...markOf(event),
  };
  return opened({ ...view, entries: [...view.entries, entry] }, 'tools', offsetMs);
}

function toolEnded(view: CallView, { toolId, isOk, result, ms, offsetMs }: Of<'tool-end'>): CallView {
  const entries = view.entries.map((entry) =>
    entry.kind === 'tool' && entry.toolId === toolId && !entry.end
      ? { ...entry, end: { isOk, result, ms } }
      : entry,
  );
  return closed({ ...view, entries }, 'tools', offsetMs);
}

function ended(view: CallView, { reason, durationMs, offsetMs }: Of<'call-end'>): CallView {
  const spans = view.spans.map((span) => (span.endMs === undefined ? { ...span, endMs: offsetMs } : span));
  const entries = view.entries.map((entry) =>
    entry.kind === 'agent' && entry.isRunning ? { ...entry, isRunning: false } : entry,
  );
  return { ...view, spans, entries, end: { reason, durationMs, offsetMs } };
}
