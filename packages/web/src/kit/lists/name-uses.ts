import type { NamedUse } from '@tendril/contract/api/variables';
import { toolkitTexts } from '../texts/en/toolkit.ts';
import { say } from '../texts/texts.ts';

const mostNamed = 8;

/** A sentence that names who uses something, for the question before it is deleted; '' when nobody does. */
export function nameUses(uses: readonly NamedUse[]): string {
  if (uses.length === 0) return '';
  const names = [...new Set(uses.map((use) => use.name))];
  const shown = names.slice(0, mostNamed).join(', ');
  const more = names.length - mostNamed;
  const list = more > 0 ? say(toolkitTexts, 'andMore', { names: shown, count: more }) : shown;
  return ` ${say(toolkitTexts, 'breaks', { names: list })}`;
}
