import type { CallAnalysis } from '@tendril/contract/api/calls';
import type { SimulationCheck, SimulationResult } from '@tendril/contract/api/simulations';

/**
 * Judges what the agent's analysis has extracted from a call; numbers are compared as numbers, words
 * case-insensitively.
 */
export function judgeExtract(
  { field, value }: Pick<Extract<SimulationCheck, { type: 'extracts' }>, 'field' | 'value'>,
  drawn: CallAnalysis['customAnalysisData'],
): SimulationResult['checks'][number] {
  const name = Object.keys(drawn).find((one) => plain(one) === plain(field));
  if (name === undefined)
    return { isOk: false, explanation: `The agent draws no field “${field}” from its calls.` };
  const found = drawn[name] ?? null;
  if (found === null) return { isOk: false, explanation: `The call does not tell “${name}”.` };
  const isOk = typeof found === 'number' ? Number(value) === found : plain(String(found)) === plain(value);
  const explanation = `“${name}” is ${JSON.stringify(found)}`;
  return { isOk, explanation: isOk ? `${explanation}.` : `${explanation}, not ${JSON.stringify(value)}.` };
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
