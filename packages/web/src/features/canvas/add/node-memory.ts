import { create } from 'zustand';

const storageKey = 'canvasNodes';
const mostRecent = 12;
const mostStarred = 200;

/** Names of the recently used nodes, newest first, and of the starred ones. */
interface NodeMemory {
  recent: readonly string[];
  starred: readonly string[];
}

function names(value: unknown, most: number): string[] {
  if (!Array.isArray(value)) return [];
  return [...new Set(value)].filter((name) => typeof name === 'string' && name !== '').slice(0, most);
}

/** Reads the stored state; invalid entries are skipped. */
export function readNodeMemory(text: string | null): NodeMemory {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    const { recent, starred } = (kept ?? {}) as Record<string, unknown>;
    return { recent: names(recent, mostRecent), starred: names(starred, mostStarred) };
  } catch {
    return { recent: [], starred: [] };
  }
}

function readStorage(): NodeMemory {
  try {
    return readNodeMemory(localStorage.getItem(storageKey));
  } catch {
    return { recent: [], starred: [] };
  }
}

/** What this browser remembers of its person's nodes. */
export const useNodeMemory = create<NodeMemory>(() => readStorage());

function keep(memory: NodeMemory): void {
  useNodeMemory.setState(memory);
  try {
    localStorage.setItem(storageKey, JSON.stringify(memory));
  } catch {
    // Without storage it lasts only as long as the page.
  }
}

/** Remembers that a node of this name was added. */
export function rememberNode(name: string): void {
  const { recent, starred } = useNodeMemory.getState();
  keep({ recent: [name, ...recent.filter((one) => one !== name)].slice(0, mostRecent), starred });
}

/** Stars or unstars a node. */
export function toggleStar(name: string): void {
  const { recent, starred } = useNodeMemory.getState();
  const isStarred = starred.includes(name);
  keep({ recent, starred: isStarred ? starred.filter((one) => one !== name) : [...starred, name] });
}
