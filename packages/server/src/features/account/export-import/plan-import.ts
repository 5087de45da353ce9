import { randomUUID } from 'node:crypto';
import type { BundleEntry } from '@tendril/contract/api/export-import';
import { assistantName, renameAssistant } from './assistant-name.ts';
import type { Bundle, BundleAssistant, BundleFlow, BundleTool, BundleVariable } from './bundle.ts';
import type { BundleTable } from './present-rows.store.ts';
import type { Renames } from './rewrite-references.ts';

type Outcome = BundleEntry['outcome'];

/** An entry with the id and name that it gets here. */
export type Planned<T> = T & { id: string; oldName: string; name: string; outcome: Outcome };

/** What exists here already. */
interface PresentRows {
  taken: Record<BundleTable, { own: ReadonlySet<string>; foreign: ReadonlySet<string> }>;
  variables: readonly { name: string; value: string; type: string }[];
  toolNames: ReadonlySet<string>;
}

/** The plan of an import: every entry with its id and name, and the references to rewrite. */
export interface ImportPlan {
  tools: Planned<BundleTool>[];
  flows: Planned<BundleFlow>[];
  variables: Planned<BundleVariable>[];
  assistants: Planned<BundleAssistant>[];
  renames: Renames;
}

const copyMark = ' (1)';
const longestName = 200;
const longestIdentifier = 64;

/** Decides ids and names: a taken id becomes a new one, with ' (1)' on the name; nothing existing is replaced. */
export function planImport(bundle: Bundle, present: PresentRows): ImportPlan {
  const ids = new Map<string, string>();
  const place = (table: BundleTable) => placer(present.taken[table], ids);
  const placeVariable = variablePlacer(present, place('variable'));
  const variableNames = new Map<string, string>();

  const variables = bundle.variables.map((entry) => {
    const planned = placeVariable(entry);
    if (planned.name !== entry.name) variableNames.set(entry.name, planned.name);
    return planned;
  });
  const toolNames = new Set(present.toolNames);
  const placeTool = place('tool');
  const tools = bundle.tools.map((entry) => {
    const { id, isCopy } = placeTool(entry.id);
    const name = toolName(entry.name, isCopy, toolNames);
    toolNames.add(name);
    return planned(entry, entry.name, { id, name });
  });
  const placeFlow = place('flow');
  const flows = bundle.flows.map((entry) => {
    const { id, isCopy } = placeFlow(entry.id);
    return planned(entry, entry.name, { id, name: isCopy ? copyName(entry.name) : entry.name });
  });
  const placeAssistant = place('assistant');
  const assistants = bundle.assistants.map((entry) => {
    const { id, isCopy } = placeAssistant(entry.id);
    const oldName = assistantName(entry.details);
    const name = isCopy ? copyName(oldName) : oldName;
    const details = isCopy ? renameAssistant(entry.details, name) : entry.details;
    return planned({ ...entry, details }, oldName, { id, name });
  });
  return { tools, flows, variables, assistants, renames: { ids, variables: variableNames } };
}

function planned<T extends object>(
  entry: T,
  oldName: string,
  { id, name }: { id: string; name: string },
): Planned<T> {
  return { ...entry, id, oldName, name, outcome: name === oldName ? 'new' : 'renamed' };
}

/**
 * Gives each entry of a kind its id; `isCopy` when its own is taken in this workspace, or occurred earlier in the file.
 */
function placer(taken: { own: ReadonlySet<string>; foreign: ReadonlySet<string> }, ids: Map<string, string>) {
  const used = new Set<string>();
  return (wanted: string | undefined): { id: string; isCopy: boolean } => {
    if (wanted === undefined) return { id: randomUUID(), isCopy: false };
    const isRepeated = used.has(wanted);
    used.add(wanted);
    const isCopy = isRepeated || taken.own.has(wanted);
    if (!isCopy && !taken.foreign.has(wanted)) return { id: wanted, isCopy };
    const id = randomUUID();
    // References mean the first of several.
    if (!isRepeated) ids.set(wanted, id);
    return { id, isCopy };
  };
}

function copyName(name: string): string {
  return name.slice(0, longestName - copyMark.length) + copyMark;
}

/** The mark of a copy where a name is also an identifier in code: `town_1`, `town_2` … */
function freeIdentifier(name: string, taken: { has(name: string): boolean }): string {
  let candidate = name;
  for (let number = 1; taken.has(candidate); number += 1) {
    const ending = `_${number}`;
    candidate = name.slice(0, longestIdentifier - ending.length) + ending;
  }
  return candidate;
}

/** Models call a tool by its name: letters, digits and marks only, and unique. */
function toolName(name: string, isCopy: boolean, taken: ReadonlySet<string>): string {
  const legal = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, longestIdentifier);
  return freeIdentifier(legal, isCopy ? new Set([...taken, legal]) : taken);
}

/** Flows read variables by name: one with the same content is reused, any other gets a free name. */
function variablePlacer(
  present: PresentRows,
  place: (id: string | undefined) => { id: string; isCopy: boolean },
) {
  const known = new Map(present.variables.map((row) => [row.name, row]));
  return (entry: BundleVariable): Planned<BundleVariable> => {
    const same = known.get(entry.name);
    const { id } = place(entry.id);
    if (same && same.value === entry.value && same.type === entry.type)
      return { ...entry, id, oldName: entry.name, outcome: 'same' };
    const name = freeIdentifier(entry.name, known);
    known.set(name, { name, value: entry.value, type: entry.type });
    return planned(entry, entry.name, { id, name });
  };
}
