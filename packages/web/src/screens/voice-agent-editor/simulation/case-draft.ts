import type { Simulation, SimulationFields } from '@tendril/contract/api/simulations';
import { type CheckDraft, toCheck, toDraft } from './check-fields.ts';
import { readSound, type SoundDraft, soundDraftOf } from './sound-draft.ts';

/** An answer that is given instead of calling a function, as it is typed. */
export interface MockDraft {
  name: string;
  result: string;
  /** Arguments it holds for; kept as they are. */
  match: Record<string, unknown> | undefined;
}

/** A case as its form holds it. */
export interface CaseDraft {
  name: string;
  kind: 'script' | 'persona';
  lines: string;
  persona: string;
  checks: CheckDraft[];
  /** One "name = value" a line. */
  variables: string;
  mocks: MockDraft[];
  maxTurns: string;
  sound: SoundDraft;
}

/** What is missing first, as the key of its sentence; `at` counts interruptions, checks and answers from 1. */
export interface CaseProblem {
  key:
    | 'needName'
    | 'needLine'
    | 'needPersona'
    | 'needNoise'
    | 'needInterruption'
    | 'needCheck'
    | 'needVariable'
    | 'needMock'
    | 'needTurns';
  field: 'name' | 'talk' | 'snr' | 'interruption' | 'check' | 'variables' | 'mock' | 'turns';
  at: number;
}

const variableLine = /^\s*([A-Za-z_][A-Za-z0-9_.-]{0,63})\s*=\s*(.*?)\s*$/;
const usualTurns = 20;

/** The form's side of a case; of nothing for a new one. */
export function draftOf(simulation: SimulationFields | Simulation | undefined): CaseDraft {
  const caller = simulation?.caller;
  return {
    name: simulation?.name ?? '',
    kind: caller?.type ?? 'script',
    lines: caller?.type === 'script' ? caller.lines.join('\n') : '',
    persona: caller?.type === 'persona' ? caller.prompt : '',
    checks: simulation?.checks.map(toDraft) ?? [],
    variables: Object.entries(simulation?.variables ?? {})
      .map(([name, value]) => `${name} = ${value}`)
      .join('\n'),
    mocks: simulation?.toolMocks.map(({ name, result, match }) => ({ name, result, match })) ?? [],
    maxTurns: String(simulation?.maxTurns ?? usualTurns),
    sound: soundDraftOf(simulation?.sound),
  };
}

/** What the form stands for, or what is missing first. */
export function readCase(draft: CaseDraft): SimulationFields | CaseProblem {
  const name = draft.name.trim();
  if (name === '') return problem('needName', 'name');
  const lines = linesOf(draft.lines);
  if (draft.kind === 'script' && lines.length === 0) return problem('needLine', 'talk');
  if (draft.kind === 'persona' && draft.persona.trim() === '') return problem('needPersona', 'talk');
  const sound = readSound(draft.sound);
  if (sound && 'wrong' in sound) return problem('needNoise', 'snr');
  if (sound && 'wrongAt' in sound) return problem('needInterruption', 'interruption', sound.wrongAt);
  const checks = draft.checks.map(toCheck);
  const badCheck = checks.indexOf(undefined);
  if (badCheck >= 0) return problem('needCheck', 'check', badCheck + 1);
  const variables = linesOf(draft.variables).map((line) => variableLine.exec(line));
  const badVariable = variables.indexOf(null);
  if (badVariable >= 0) return problem('needVariable', 'variables', badVariable + 1);
  const badMock = draft.mocks.findIndex((mock) => mock.name.trim() === '');
  if (badMock >= 0) return problem('needMock', 'mock', badMock + 1);
  const maxTurns = Number(draft.maxTurns);
  if (!Number.isInteger(maxTurns) || maxTurns < 1 || maxTurns > 100) return problem('needTurns', 'turns');
  return {
    name,
    caller: draft.kind === 'script' ? { type: 'script', lines } : { type: 'persona', prompt: draft.persona },
    variables: Object.fromEntries(variables.map((found) => [found?.[1] ?? '', found?.[2] ?? ''])),
    toolMocks: draft.mocks.map(({ match, ...mock }) => ({
      ...mock,
      name: mock.name.trim(),
      ...(match && { match }),
    })),
    checks: checks.filter((check) => check !== undefined),
    maxTurns,
    sound,
  };
}

function problem(key: CaseProblem['key'], field: CaseProblem['field'], at = 0): CaseProblem {
  return { key, field, at };
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}
