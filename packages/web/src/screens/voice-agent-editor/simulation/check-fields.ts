import type { SimulationCheck } from '@tendril/contract/api/simulations';
import { disconnectionReasons } from '@tendril/contract/call-event';

export type CheckKind = SimulationCheck['type'];

/** A check as its form holds it: one kind and one text. */
export interface CheckDraft {
  kind: CheckKind;
  value: string;
}

export const checkKinds: readonly CheckKind[] = [
  'says',
  'never-says',
  'matches',
  'calls',
  'never-calls',
  'ends-with',
  'max-turns',
  'extracts',
  'judge',
  'answers-within',
  'stops-within',
  'talks-over-at-most',
];

/** The form's side of a check; arguments of a function follow its name as JSON. */
export function toDraft(check: SimulationCheck): CheckDraft {
  switch (check.type) {
    case 'says':
    case 'never-says':
    case 'judge':
      return { kind: check.type, value: check.text };
    case 'matches':
      return { kind: check.type, value: check.pattern };
    case 'calls': {
      const hasArguments = Object.keys(check.arguments).length > 0;
      return {
        kind: check.type,
        value: hasArguments ? `${check.name} ${JSON.stringify(check.arguments)}` : check.name,
      };
    }
    case 'never-calls':
      return { kind: check.type, value: check.name };
    case 'ends-with':
      return { kind: check.type, value: check.reason };
    case 'max-turns':
      return { kind: check.type, value: String(check.turns) };
    case 'extracts':
      return { kind: check.type, value: `${check.field} = ${check.value}` };
    case 'answers-within':
    case 'stops-within':
    case 'talks-over-at-most':
      return { kind: check.type, value: String(check.ms) };
  }
}

/** The check that a form stands for; undefined while something is missing or cannot be read. */
export function toCheck({ kind, value }: CheckDraft): SimulationCheck | undefined {
  const text = value.trim();
  if (text === '') return undefined;
  switch (kind) {
    case 'says':
    case 'never-says':
    case 'judge':
      return { type: kind, text };
    case 'matches':
      return isPattern(text) ? { type: kind, pattern: text } : undefined;
    case 'calls':
      return toCallCheck(text);
    case 'never-calls':
      return { type: kind, name: text };
    case 'extracts': {
      const [, field, wanted] = /^([^=]+?)\s*=\s*(\S.*)$/.exec(text) ?? [];
      return field && wanted ? { type: kind, field, value: wanted } : undefined;
    }
    case 'ends-with': {
      const reason = disconnectionReasons.find((one) => one === text);
      return reason && { type: kind, reason };
    }
    case 'answers-within':
    case 'stops-within':
    case 'talks-over-at-most': {
      const ms = Number(text);
      const least = kind === 'talks-over-at-most' ? 0 : 1;
      return Number.isInteger(ms) && ms >= least && ms <= 60_000 ? { type: kind, ms } : undefined;
    }
    case 'max-turns': {
      const turns = Number(text);
      return Number.isInteger(turns) && turns >= 1 && turns <= 100 ? { type: kind, turns } : undefined;
    }
  }
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'iu') instanceof RegExp;
  } catch {
    return false;
  }
}

function toCallCheck(text: string): SimulationCheck | undefined {
  const at = text.indexOf('{');
  if (at < 0) return { type: 'calls', name: text, arguments: {} };
  try {
    const given: unknown = JSON.parse(text.slice(at));
    const name = text.slice(0, at).trim();
    return name === '' ? undefined : { type: 'calls', name, arguments: given as Record<string, unknown> };
  } catch {
    return undefined;
  }
}
