import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { say } from '../../kit/texts/texts.ts';
import type { SchemaRow } from './schema-rows.ts';

/** What was typed as the values a model would send; empty ones that need not be there are left out. Throws with a reason. */
export function trialValues(
  rows: readonly SchemaRow[],
  given: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { property, type, required } of rows) {
    const text = given[property] ?? '';
    if (text === '' && (!required || type !== 'string')) continue;
    values[property] = readValue(property, type, text);
  }
  return values;
}

function readValue(property: string, type: string, text: string): unknown {
  if (type === 'boolean') return text === 'true';
  if (type !== 'number') return text;
  const number = Number(text.trim().replace(',', '.'));
  if (!Number.isFinite(number)) throw new Error(say(toolsTexts, 'testNumber', { name: property }));
  return number;
}
