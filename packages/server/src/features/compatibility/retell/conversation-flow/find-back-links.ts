interface Link {
  from: string;
  to: string;
}

/** The places of the links that close a circle, as seen from the start; without them there is none. */
export function findBackLinks(start: string, links: readonly Link[]): Set<number> {
  const leaving = Map.groupBy(
    links.map((link, index) => ({ ...link, index })),
    ({ from }) => from,
  );
  const back = new Set<number>();
  const states = new Map<string, 'open' | 'done'>();
  // What cannot be reached from the start may hold circles too.
  for (const first of [start, ...leaving.keys()]) {
    if (states.has(first)) continue;
    states.set(first, 'open');
    const path = [{ id: first, next: 0 }];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const link = leaving.get(top.id)?.[top.next];
      top.next += 1;
      if (!link) {
        states.set(top.id, 'done');
        path.pop();
      } else if (states.get(link.to) === 'open') back.add(link.index);
      else if (!states.has(link.to)) {
        states.set(link.to, 'open');
        path.push({ id: link.to, next: 0 });
      }
    }
  }
  return back;
}
