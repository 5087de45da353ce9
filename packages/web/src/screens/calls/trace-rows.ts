import type { CallEntry, CallView } from '../../features/voice/call-view.ts';
import { startOf } from './call-moments.ts';

type Step = Extract<CallView['steps'][number], { type: 'step-start' }>;
type StepEnd = Extract<CallView['steps'][number], { type: 'step-end' }>;
type NoteEntry = Extract<CallEntry, { kind: 'note' }>;

/** One piece of the work of a call, with its place in time. */
export type TraceRow = { id: string; startMs: number; endMs: number; turn: number } & (
  | { kind: 'recognizer' | 'synthesizer' }
  | { kind: 'step'; step: Step; end: StepEnd | undefined }
  | { kind: 'tool'; entry: Extract<CallEntry, { kind: 'tool' }> }
  | { kind: 'flow'; flowId: string; runId: string }
  | { kind: 'act'; entry: NoteEntry }
);

/** The work of a call in its order: hearing, answering, functions, speaking, signs of listening, and what operators did. */
export function traceRows(view: Pick<CallView, 'entries' | 'steps' | 'spans'>): TraceRow[] {
  const rows = [...entryRows(view), ...stepRows(view)];
  return rows.sort((one, other) => one.startMs - other.startMs || one.endMs - other.endMs);
}

function entryRows(view: Pick<CallView, 'entries' | 'spans'>): TraceRow[] {
  let heard: Extract<CallEntry, { kind: 'caller' }> | undefined;
  let turn = 0;
  return view.entries.flatMap((entry): TraceRow[] => {
    if (entry.kind === 'caller' && !entry.isBeyond) heard = entry;
    if ('turn' in entry) turn = entry.turn;
    if (entry.kind === 'note') return actRow(entry, turn);
    if (entry.kind === 'tool') {
      const { id, offsetMs: startMs, end } = entry;
      return [{ kind: 'tool', id, turn, startMs, endMs: startMs + (end?.ms ?? 0), entry }];
    }
    return entry.kind === 'agent' ? speechRows(entry, heard, view) : [];
  });
}

function actRow(entry: NoteEntry, turn: number): TraceRow[] {
  if (entry.event.type !== 'operator-act' && entry.event.type !== 'backchannel') return [];
  return [{ kind: 'act', id: entry.id, turn, startMs: entry.offsetMs, endMs: entry.offsetMs, entry }];
}

/** What was waited for before and after the words of an answer. */
function speechRows(
  entry: Extract<CallEntry, { kind: 'agent' }>,
  heard: Extract<CallEntry, { kind: 'caller' }> | undefined,
  view: Pick<CallView, 'spans'>,
): TraceRow[] {
  const { endpointMs = 0, sttMs = 0, ttsMs = 0 } = entry.times;
  const hearingMs = endpointMs + sttMs;
  const soundMs = startOf(entry, view);
  const { id, turn } = entry;
  return [
    ...(heard && hearingMs > 0
      ? [
          {
            ...{ kind: 'recognizer' as const, id: `${id}-heard`, turn },
            ...{ startMs: heard.offsetMs - hearingMs, endMs: heard.offsetMs },
          },
        ]
      : []),
    ...(ttsMs > 0
      ? [{ kind: 'synthesizer' as const, id: `${id}-spoken`, turn, startMs: soundMs - ttsMs, endMs: soundMs }]
      : []),
  ];
}

function stepRows({ steps, entries }: Pick<CallView, 'steps' | 'entries'>): TraceRow[] {
  const ends = new Map(
    steps.flatMap((step) => (step.type === 'step-end' ? [[step.stepId, step] as const] : [])),
  );
  return steps.flatMap((step): TraceRow[] => {
    if (step.type === 'step-end' || (step.type === 'flow-run' && step.isReplayed)) return [];
    const { turn, offsetMs: startMs } = step;
    if (step.type === 'flow-run') {
      const { flowId, runId } = step;
      const answer = entries.find((entry) => entry.kind === 'agent' && entry.turn === turn);
      const endMs = Math.max(startMs, answer?.offsetMs ?? startMs);
      return [{ kind: 'flow', id: runId, turn, startMs, endMs, flowId, runId }];
    }
    const end = ends.get(step.stepId);
    const endMs = end?.offsetMs ?? startMs;
    return [{ kind: 'step', id: step.stepId, turn, startMs, endMs, step, end }];
  });
}

/** From where to where the work of a turn went; what operators did at the end of it takes none of its time. */
export function spanOfTurn(turn: number, rows: readonly TraceRow[]): { fromMs: number; toMs: number } {
  const own = rows.filter((row) => row.turn === turn);
  const work = own.filter(({ kind }) => kind !== 'act');
  const counted = work.length > 0 ? work : own;
  return {
    fromMs: Math.min(...counted.map(({ startMs }) => startMs)),
    toMs: Math.max(...counted.map(({ endMs }) => endMs)),
  };
}

/** What was at work at a moment; an act has no length, and is lit for a second. */
export function isAt({ kind, startMs, endMs }: TraceRow, nowMs: number): boolean {
  return startMs <= nowMs && nowMs < Math.max(endMs, startMs + (kind === 'act' ? 1000 : 1));
}
