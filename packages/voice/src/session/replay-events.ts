import type { CallEvent } from '@tendril/contract/call-event';
import type { ReplayedTurn } from '../responder.ts';

/** The events of turns that a call takes over; `turns` are the agent's answers among them. */
export function replayEvents(history: readonly ReplayedTurn[]): { events: CallEvent[]; turns: number } {
  let answered = 0;
  let turns = 0;
  const events = history.flatMap((said): CallEvent[] => {
    if (said.speaker === 'caller') return [{ type: 'user-turn', text: said.text, isReplayed: true }];
    // A function belongs to the answer that comes after it.
    turns = answered + 1;
    if (said.speaker === 'tool') return toolEvents(said, turns);
    answered = turns;
    const { text, flowRun } = said;
    return [
      ...(flowRun ? [{ type: 'flow-run' as const, turn: turns, ...flowRun, isReplayed: true as const }] : []),
      { type: 'agent-turn', turn: turns, text, times: {}, isReplayed: true },
    ];
  });
  return { events, turns };
}

function toolEvents(
  {
    toolId,
    name,
    arguments: given,
    result,
    isOk = true,
    variables = {},
  }: Extract<ReplayedTurn, { speaker: 'tool' }>,
  turn: number,
): CallEvent[] {
  const tool = { turn, toolId, name, isReplayed: true } as const;
  const isSetting = Object.keys(variables).length > 0;
  return [
    { type: 'tool-start', ...tool, arguments: given },
    ...(isSetting ? [{ type: 'variables-set' as const, values: { ...variables } }] : []),
    { type: 'tool-end', ...tool, isOk, result, ms: 0 },
  ];
}
