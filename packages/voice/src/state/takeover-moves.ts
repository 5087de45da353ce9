import { abandon, ask, fallSilent } from './agent-moves.ts';
import type { Draft } from './call-shape.ts';
import { change, changeAgent, emit } from './draft.ts';
import { discard } from './prepare-moves.ts';
import { rest, stopWaiting } from './rest.ts';

/** A person speaks for the agent from now on; what it is saying ends with what was heard of it. */
export function takeOver(draft: Draft, by: string): void {
  const { stage, takeover, agent } = draft.state;
  if (stage !== 'running' || takeover) return;
  change(draft, { takeover: { words: [] }, owesGreeting: false });
  emit(draft, { type: 'operator-act', act: 'take-over', by });
  discard(draft);
  stopWaiting(draft);
  if (!agent) return;
  if (!agent.isHeld) fallSilent(draft);
  else if (agent.split) giveUpAgent(draft);
}

/** The agent's answer that a person has taken over is silent now: it is over. Returns whether that was so. */
export function giveUpAgent(draft: Draft): boolean {
  const { agent, takeover } = draft.state;
  if (!takeover || !agent?.split || agent.cause === 'operator') return false;
  changeAgent(draft, { yieldedAt: null });
  abandon(draft);
  return true;
}

/** What the person has written is said next; who writes without having taken over does so by that. */
export function sayForAgent(draft: Draft, words: { text: string; by: string }): void {
  takeOver(draft, words.by);
  const { takeover } = draft.state;
  if (!takeover) return;
  emit(draft, { type: 'operator-act', act: 'say', by: words.by, text: words.text });
  change(draft, { takeover: { words: [...takeover.words, words.text] } });
  sayNext(draft);
}

/** Says what a person has written, once nobody speaks; returns whether it does. */
export function sayNext(draft: Draft): boolean {
  const { takeover, agent, caller, stage } = draft.state;
  const [text, ...words] = takeover?.words ?? [];
  if (text === undefined || agent || caller.open || caller.awaited > 0 || stage !== 'running') return false;
  change(draft, { takeover: { words } });
  ask(draft, 'operator', { text });
  return true;
}

/** The agent answers again from the caller's next words on. */
export function giveBack(draft: Draft, by: string): void {
  const { stage, takeover, agent } = draft.state;
  if (stage !== 'running' || !takeover) return;
  change(draft, { takeover: null, quietSince: draft.at });
  emit(draft, { type: 'operator-act', act: 'give-back', by });
  if (!agent) rest(draft);
}
