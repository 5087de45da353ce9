import type { ReplayedSide } from '@tendril/contract/api/call-replays';
import type { LoggedCallEvent, TurnTimes } from '@tendril/contract/call-event';

/** What was said to an agent, and what it did then. */
export interface HeardTurn {
  /** Empty for what the agent said of itself. */
  caller: string;
  side: ReplayedSide;
}

interface TurnOptions {
  /** Names of the nodes that worked in a run of a flow. */
  pathOf(runId: string): readonly string[];
  /** Which of the measured times is compared. */
  measure: 'e2eMs' | 'llmMs';
}

const nothing = (): ReplayedSide => ({ text: '', tools: [], variables: {}, path: [], answerMs: null });

/** A call turn by turn: what the caller said begins one, unless the agent has done nothing since the last words. */
export function replayedTurns(events: readonly LoggedCallEvent[], options: TurnOptions): HeardTurn[] {
  const turns: HeardTurn[] = [];
  const current = (): ReplayedSide => {
    const last = turns.at(-1);
    if (last) return last.side;
    const side = nothing();
    turns.push({ caller: '', side });
    return side;
  };
  for (const event of events) {
    if (event.type === 'user-turn') {
      const last = turns.at(-1);
      if (last && last.caller !== '' && isIdle(last.side)) last.caller += ` ${event.text}`;
      else turns.push({ caller: event.text, side: nothing() });
    } else note(event, current, options);
  }
  return turns;
}

function isIdle({ text, tools }: ReplayedSide): boolean {
  return text === '' && tools.length === 0;
}

function note(event: LoggedCallEvent, current: () => ReplayedSide, { pathOf, measure }: TurnOptions): void {
  switch (event.type) {
    case 'agent-turn': {
      if (event.text === '' && !event.unsaid) return;
      const side = current();
      side.text = joined(side.text, event.text);
      side.answerMs ??= timeOf(event.times, measure);
      return;
    }
    case 'tool-start':
      current().tools.push({ name: event.name, arguments: event.arguments, result: '', isOk: true });
      return;
    case 'tool-end': {
      const tool = current().tools.findLast(({ name, result }) => name === event.name && result === '');
      if (tool) Object.assign(tool, { result: event.result, isOk: event.isOk });
      return;
    }
    case 'variables-set':
      Object.assign(current().variables, event.values);
      return;
    case 'flow-run':
      current().path.push(...pathOf(event.runId));
      return;
    default:
  }
}

function timeOf(times: TurnTimes, measure: TurnOptions['measure']): number | null {
  const ms = times[measure];
  return ms === undefined ? null : Math.round(ms);
}

function joined(one: string, other: string): string {
  return [one, other].filter(Boolean).join(' ');
}
