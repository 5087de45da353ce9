import * as z from 'zod';

/** How well a node of a file fits here, best first. */
export const importState = z.enum(['exact', 'adapted', 'needsYou', 'cannotRun']);
export type ImportState = z.output<typeof importState>;

/** What somebody has to add before it runs. */
const importNeed = z.enum([
  'secret',
  'file',
  'tool',
  'knowledgeBase',
  'flow',
  'assistant',
  'server',
  'variable',
  'value',
  'sharing',
  'review',
]);
export type ImportNeed = z.output<typeof importNeed>;

const importNote = z.object({
  state: importState.exclude(['exact']),
  message: z.string(),
  need: importNeed.optional(),
  /** The parameter that it is about. */
  input: z.string().optional(),
  /** Kinds of secrets that do; the usual one first. */
  credentialNames: z.array(z.string()).optional(),
});
export type ImportNote = z.output<typeof importNote>;

/** What an import makes of one node, or of the record as a whole. */
export const importFinding = z.object({
  /** Absent where it is about the whole record. */
  nodeId: z.string().optional(),
  /** The node's kind. */
  node: z.string().optional(),
  label: z.string(),
  /** The worst of its notes. */
  state: importState,
  notes: z.array(importNote),
});
export type ImportFinding = z.output<typeof importFinding>;

/** The worst of several states. */
export function worstState(states: Iterable<ImportState>): ImportState {
  let worst = 0;
  for (const state of states) worst = Math.max(worst, importState.options.indexOf(state));
  return importState.options[worst] ?? 'exact';
}
