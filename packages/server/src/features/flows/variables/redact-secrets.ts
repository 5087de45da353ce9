import type { RunEvent } from '@tendril/contract/run-event';

const mask = '••••••••';
/** Shorter values would black out half of every text. */
const leastCharacters = 4;

/**
 * Takes the values of secret variables out of what a run tells: prompts and inputs in the trace. Pieces of the answer
 * pass as they are.
 */
export function redactSecrets(values: readonly string[]): (event: RunEvent) => RunEvent {
  const spellings = values
    .filter((value) => value.length >= leastCharacters)
    .flatMap(spellingsOf)
    .sort((left, right) => right.length - left.length);
  if (spellings.length === 0) return (event) => event;
  return (event) => {
    if (event.type === 'text-delta' || event.type === 'text') return event;
    const text = JSON.stringify(event);
    if (!spellings.some((spelling) => text.includes(spelling))) return event;
    const redactEvent = spellings.reduce((shown, spelling) => shown.replaceAll(spelling, mask), text);
    return JSON.parse(redactEvent) as RunEvent;
  };
}

/** A value as it stands in JSON, in JSON inside JSON, and in an address. */
function spellingsOf(value: string): string[] {
  const once = JSON.stringify(value).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  return [...new Set([once, twice, encodeURIComponent(value)])];
}
