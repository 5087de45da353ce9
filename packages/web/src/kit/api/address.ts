import { agentsPrefix, corePrefix, studioPrefix } from '@tendril/contract/api/prefixes';

// Empty: the same origin as the page (SP-16).
const coreHost: string = import.meta.env['VITE_CORE_HOST'] ?? '';
const studioHost: string = import.meta.env['VITE_STUDIO_HOST'] ?? '';

type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];

/** A path with its `:name` parts filled, each escaped. */
export function fillPath(path: string, params: Readonly<Record<string, string | number>> = {}): string {
  return path.replace(/:([A-Za-z]+)/g, (_whole, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
}

/** The query part with its question mark; values left undefined are left out. */
export function toQuery(query: Readonly<Record<string, QueryValue>> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item));
  }
  const text = search.toString();
  return text && `?${text}`;
}

/** The full address of an API path. */
export function addressOf(path: string): string {
  return (isStudioPath(path) ? studioHost : coreHost) + path;
}

/** Whether a path is one of the agent studio: those may carry the old basic credentials (SP-15). */
export function isStudioPath(path: string): boolean {
  return path.startsWith(studioPrefix);
}

/** Whether the 10 s limit holds: core and agent hub, never runs or exports (SP-17). */
export function isTimedPath(path: string): boolean {
  return path.startsWith(corePrefix) || path.startsWith(agentsPrefix);
}
