const deepestPath = 12;
const mostQueries = 20;
const mostRepeats = 2;
/** Parameters that name the visitor or where the visitor came from, never another page. */
const visitorParam = /^(?:utm_.*|fbclid|gclid|msclkid|phpsessid|jsessionid|sessionid|sid|ref)$/i;

/** An address in the one form by which a page is known: its parameters sorted, without a fragment. */
export function plainAddress(url: URL): string {
  const plain = new URL(url);
  plain.hash = '';
  const pairs = [...plain.searchParams].filter(([name]) => !visitorParam.test(name));
  pairs.sort(([one, a], [other, b]) => (one === other ? (a < b ? -1 : 1) : one < other ? -1 : 1));
  plain.search = new URLSearchParams(pairs).toString();
  return plain.href;
}

/** Tells addresses that sites make without an end: calendars, filters, paths that repeat themselves. */
export class CrawlTraps {
  readonly #queries = new Map<string, number>();

  /** Counts an address; whether it is one too many of its kind. */
  isTrap(address: string): boolean {
    const url = new URL(address);
    const parts = url.pathname.split('/').filter(Boolean);
    if (parts.length > deepestPath) return true;
    const counts = new Map<string, number>();
    for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
    if ([...counts.values()].some((count) => count > mostRepeats)) return true;
    if (url.search === '') return false;
    const queries = (this.#queries.get(url.pathname) ?? 0) + 1;
    this.#queries.set(url.pathname, queries);
    return queries > mostQueries;
  }
}
