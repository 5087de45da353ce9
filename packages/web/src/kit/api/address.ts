import { toNamedPath } from '@tendril/contract/api/path-segments';
import { agentsPrefix, corePrefix, studioPrefix } from '@tendril/contract/api/prefixes';
import { readApiPlaces } from './api-places.ts';

const places = readApiPlaces(document, import.meta.env);

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

/** The address of an API path, at the host and by the names of this installation. */
export function addressOf(path: string): string {
  return (isStudioPath(path) ? places.studioHost : places.coreHost) + toNamedPath(path, places);
}

/** The origin under which programs elsewhere find the agent studio. */
export function studioOrigin(): string {
  return places.studioHost || location.origin;
}

/** The origin under which programs elsewhere find core service and voice agents. */
export function coreOrigin(): string {
  return places.coreHost || location.origin;
}

/** Whether a path is one of the agent studio: those may carry the old basic credentials. */
export function isStudioPath(path: string): boolean {
  return path.startsWith(studioPrefix);
}

/** Whether the 10 s limit holds: core and agent hub, never runs or exports. */
export function isTimedPath(path: string): boolean {
  return path.startsWith(corePrefix) || path.startsWith(agentsPrefix);
}
