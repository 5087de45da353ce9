import { randomUUID } from 'node:crypto';
import type { BundleEntry } from '@tendril/contract/api/export-import';
import { assistantName, renameAssistant } from './assistant-name.ts';
import type {
  Bundle,
  BundleAssistant,
  BundleFlow,
  BundleTemplate,
  BundleTool,
  BundleVariable,
} from './bundle.ts';
import { createPlacer, type Place } from './import-places.ts';
import type { BundleStore } from './knowledge-bundle.ts';
import type { BundleTable } from './present-rows.store.ts';
import type { Renames } from './rewrite-references.ts';

type Outcome = BundleEntry['outcome'];

/** An entry with the id and name that it gets here. */
export type Planned<T> = T & {
  id: string;
  /** The id in the file, where it has one. */
  oldId: string | undefined;
  oldName: string;
  name: string;
  outcome: Outcome;
  /** Something of its id or name exists here. */
  isPresent: boolean;
};

/** What exists here already. */
interface PresentRows {
  taken: Record<BundleTable, { own: ReadonlySet<string>; foreign: ReadonlySet<string> }>;
  variables: readonly { id: string; name: string; value: string; type: string; isSecret: number }[];
  /** Ids by names. */
  tools: ReadonlyMap<string, string>;
  /** Ids by type and name: `CHATFLOW Support`. */
  flows: ReadonlyMap<string, string>;
}

/** The plan of an import: every entry with its id and name, and the references to rewrite. */
export interface ImportPlan {
  tools: Planned<BundleTool>[];
  flows: Planned<BundleFlow>[];
  variables: Planned<BundleVariable>[];
  assistants: Planned<BundleAssistant>[];
  templates: Planned<BundleTemplate>[];
  stores: Planned<BundleStore>[];
  renames: Renames;
}

const copyMark = ' (1)';
const longestName = 200;
const longestIdentifier = 64;

/**
 * Decides ids and names. What exists here stays, and the entry becomes a copy: a new id, and ' (1)' on the name; unless
 * the import replaces it or skips the entry.
 */
export function planImport(bundle: Bundle, present: PresentRows): ImportPlan {
  const ids = new Map<string, string>();
  const { onClash } = bundle;
  const place = (table: BundleTable) => createPlacer(present.taken[table], ids, onClash);
  const variableNames = new Map<string, string>();

  const placeVariable = variablePlacer(present, place('variable'), onClash);
  const variables = bundle.variables.map((entry) => {
    const made = placeVariable(entry);
    if (made.name !== entry.name) variableNames.set(entry.name, made.name);
    return made;
  });
  const assistants = planAssistants(bundle.assistants, place('assistant'));
  const named = (table: BundleTable) => {
    const placeOne = place(table);
    return <T extends { id: string | undefined; name: string }>(entry: T) =>
      planned(entry, placeOne(entry.id), copyName(entry.name));
  };
  return {
    tools: planTools(bundle.tools, present, place('tool')),
    flows: planFlows(bundle.flows, present, place('flow')),
    variables,
    assistants,
    templates: bundle.templates.map(named('flow_template')),
    stores: bundle.stores.map(named('document_store')),
    renames: { ids, variables: variableNames },
  };
}

type PlaceOne = (id: string | undefined, present?: string) => Place;

function planTools(tools: readonly BundleTool[], present: PresentRows, place: PlaceOne) {
  const names = new Set(present.tools.keys());
  return tools.map((entry) => {
    const legal = entry.name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, longestIdentifier);
    // A single file has no id: it is matched by its name.
    const at = place(entry.id, entry.id === undefined ? present.tools.get(legal) : undefined);
    if (at.outcome === 'replaced' || at.outcome === 'kept') return planned(entry, at, entry.name);
    const name = freeIdentifier(legal, at.isCopy ? new Set([...names, legal]) : names);
    names.add(name);
    return planned(entry, { ...at, isCopy: name !== entry.name }, name);
  });
}

function planFlows(flows: readonly BundleFlow[], present: PresentRows, place: PlaceOne) {
  const names = new Set(present.flows.keys());
  return flows.map((entry) => {
    const key = (name: string) => `${entry.type} ${name}`;
    const at = place(entry.id, entry.id === undefined ? present.flows.get(key(entry.name)) : undefined);
    let name = copyName(entry.name);
    if (entry.id === undefined)
      for (let number = 2; names.has(key(name)); number += 1) name = copyName(entry.name, ` (${number})`);
    const isTwin = entry.id === undefined && names.has(key(entry.name)) && at.outcome === 'new';
    const made = planned(entry, { ...at, isCopy: at.isCopy || isTwin }, name);
    names.add(key(made.name));
    return made;
  });
}

function planAssistants(assistants: readonly BundleAssistant[], place: PlaceOne) {
  return assistants.map((entry) => {
    const at = place(entry.id);
    const oldName = assistantName(entry.details);
    const name = copyName(oldName);
    const details = at.isCopy ? renameAssistant(entry.details, name) : entry.details;
    return planned({ ...entry, name: oldName, details }, at, name);
  });
}

/** `copy`: its name where it becomes a copy. */
function planned<T extends { id: string | undefined; name: string }>(
  entry: T,
  at: Place,
  copy: string,
): Planned<T> {
  const { id, isCopy, isPresent } = at;
  const name = isCopy ? copy : entry.name;
  const renamed = name === entry.name ? 'new' : 'renamed';
  const outcome = at.outcome === 'new' ? renamed : at.outcome;
  return { ...entry, id, oldId: entry.id, oldName: entry.name, name, outcome, isPresent };
}

function copyName(name: string, mark = copyMark): string {
  return name.slice(0, longestName - mark.length) + mark;
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

/** Flows read variables by name: one with the same content is reused, any other gets a free name. */
function variablePlacer(present: PresentRows, place: PlaceOne, onClash: Bundle['onClash']) {
  const known = new Map(present.variables.map((row) => [row.name, row]));
  return (entry: BundleVariable): Planned<BundleVariable> => {
    const same = known.get(entry.name);
    const at = place(entry.id, same?.id);
    const head = {
      ...entry,
      oldId: entry.id,
      oldName: entry.name,
      isPresent: same !== undefined || at.isPresent,
    };
    if (same && same.value === entry.value && same.type === entry.type)
      return { ...head, id: at.id, outcome: 'same' };
    if (same && onClash !== 'both') {
      // Files hold no secret values: an empty one must not erase what is stored here.
      const isKept = onClash === 'skip' || entry.value === '' || same.isSecret === 1;
      return { ...head, id: same.id, outcome: isKept ? 'kept' : 'replaced' };
    }
    const name = freeIdentifier(entry.name, known);
    const id = at.outcome === 'new' ? at.id : randomUUID();
    known.set(name, { id, name, value: entry.value, type: entry.type, isSecret: 0 });
    return { ...head, id, name, outcome: name === entry.name ? 'new' : 'renamed' };
  };
}
