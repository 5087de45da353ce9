import type { FlowVersion } from '@tendril/contract/api/flow-versions';

/** The two versions that are compared; `older` is null for the very first one. */
export interface Pair {
  older: FlowVersion | null;
  newer: FlowVersion;
}

/** Chooses a version, or takes the choice back; of three the one chosen first gives way. */
export function toggleVersion(chosen: readonly string[], id: string): string[] {
  if (chosen.includes(id)) return chosen.filter((one) => one !== id);
  return [...chosen, id].slice(-2);
}

/** What is compared: two chosen versions, or one with the version before it. */
export function chosenPair(versions: readonly FlowVersion[], chosen: readonly string[]): Pair | undefined {
  const picked = versions.filter((version) => chosen.includes(version.id));
  const [newer, older] = picked.toSorted((one, other) => other.number - one.number);
  if (!newer) return undefined;
  if (older) return { newer, older };
  const before = versions.filter((version) => version.number < newer.number);
  return { newer, older: before.toSorted((one, other) => other.number - one.number)[0] ?? null };
}
