interface Rule {
  isAllowed: boolean;
  pattern: string;
}

/** What a site asks of crawlers. */
export interface RobotsRules {
  isAllowed(url: URL): boolean;
  /** The pause that it asks for between two requests; undefined where it does not say. */
  delayMs: number | undefined;
}

/** Whether a path fits a pattern in which `*` stands for anything and `$` at its end for the end of the path. */
function fits(path: string, pattern: string): boolean {
  const isEnd = pattern.endsWith('$');
  const pieces = (isEnd ? pattern.slice(0, -1) : pattern).split('*');
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    if (index === 0) {
      if (!path.startsWith(piece)) return false;
      at = piece.length;
      if (isLast && isEnd) return path.length === at;
      continue;
    }
    if (isLast && isEnd) return path.length - piece.length >= at && path.endsWith(piece);
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}

interface Group {
  agents: string[];
  rules: Rule[];
  delay: string;
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let isNaming = false;
  for (const line of text.split('\n')) {
    const [statement = ''] = line.split('#', 1);
    const at = statement.indexOf(':');
    if (at < 0) continue;
    const [name, value] = [statement.slice(0, at).trim().toLowerCase(), statement.slice(at + 1).trim()];
    if (name === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [], delay: '' });
      groups.at(-1)?.agents.push(value.toLowerCase());
      isNaming = true;
      continue;
    }
    isNaming = false;
    const group = groups.at(-1);
    if (!group) continue;
    if (name === 'crawl-delay') group.delay = value;
    // An empty rule forbids nothing.
    if ((name === 'allow' || name === 'disallow') && value !== '')
      group.rules.push({ isAllowed: name === 'allow', pattern: value });
  }
  return groups;
}

/** Reads a robots.txt for one crawler: the groups that name it, else those for everybody. The longest rule decides. */
export function readRobots(text: string, agent: string): RobotsRules {
  const groups = groupsOf(text);
  const own = groups.filter(({ agents }) => agents.includes(agent));
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  const rules = chosen.flatMap((group) => group.rules);
  const delay = Number(chosen.find((group) => group.delay !== '')?.delay ?? Number.NaN);
  return {
    delayMs: Number.isFinite(delay) && delay >= 0 ? delay * 1000 : undefined,
    isAllowed({ pathname, search }) {
      const path = pathname + search;
      let best: Rule | undefined;
      for (const rule of rules) {
        if (!fits(path, rule.pattern)) continue;
        const [length, before] = [rule.pattern.length, best?.pattern.length ?? -1];
        if (length > before || (length === before && rule.isAllowed)) best = rule;
      }
      return best?.isAllowed ?? true;
    },
  };
}
