const storedUnder = 'recentPlaces';
const mostKept = 5;

/** A flow, an agent or another thing whose page was open. */
export interface RecentPlace {
  path: string;
  title: string;
}

/** Only detail pages: lists are one click away anyway. */
const ofOneThing = /^\/(canvas|agentcanvas|agent|document-stores|assistants\/custom)\/[\w-]+$/;

/** Recently opened pages of this browser, most recent first. */
export function recentPlaces(): RecentPlace[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedUnder) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPlace).slice(0, mostKept) : [];
  } catch {
    return [];
  }
}

/** Remembers a page if it is a detail page. */
export function rememberPlace(place: RecentPlace): void {
  if (!ofOneThing.test(place.path) || place.title === '') return;
  const others = recentPlaces().filter(({ path }) => path !== place.path);
  localStorage.setItem(storedUnder, JSON.stringify([place, ...others].slice(0, mostKept)));
}

function isPlace(value: unknown): value is RecentPlace {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    'title' in value &&
    typeof value.title === 'string' &&
    typeof value.path === 'string' &&
    ofOneThing.test(value.path)
  );
}
