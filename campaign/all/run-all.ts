import type { Planned } from './nightly.ts';

/** How one campaign ended. */
export interface Ended {
  isWell: boolean;
  /** What it printed, line by line. */
  lines: readonly string[];
}

/** `cut`: the time was over before its end; `left`: before its beginning. */
type Outcome = 'well' | 'faults' | 'cut' | 'left';

export interface Finding {
  name: string;
  outcome: Outcome;
  counts: string;
  faults: number;
  minutes: number;
  seed: number;
}

interface RunAllParts {
  campaigns: readonly Planned[];
  isShort: boolean;
  seed: number;
  /** For all of them together; none when absent. */
  budgetMs?: number | undefined;
  /** Runs one, and ends it when the signal fires. */
  run(args: readonly string[], signal: AbortSignal): Promise<Ended>;
  now?(): number;
}

/** Runs campaigns in turn, whatever becomes of each. */
export async function runAll(parts: RunAllParts): Promise<Finding[]> {
  const {
    campaigns,
    isShort,
    seed,
    budgetMs = Number.POSITIVE_INFINITY,
    run,
    now = () => performance.now(),
  } = parts;
  const endsAt = now() + budgetMs;
  const findings: Finding[] = [];
  for (const { name, nightly, short } of campaigns) {
    const startedAt = now();
    const leftMs = endsAt - startedAt;
    if (leftMs <= 0) {
      findings.push({ name, outcome: 'left', counts: '', faults: 0, minutes: 0, seed });
      continue;
    }
    const signal = Number.isFinite(leftMs)
      ? AbortSignal.timeout(Math.ceil(leftMs))
      : new AbortController().signal;
    const { isWell, lines } = await run((isShort ? short : nightly)(seed), signal).catch(
      (error: unknown) => ({
        isWell: false,
        lines: [`did not run: ${error instanceof Error ? error.message : String(error)}`],
      }),
    );
    const { counts, faults } = readLines(lines);
    const isCut = signal.aborted;
    const outcome = isCut ? 'cut' : isWell ? 'well' : 'faults';
    findings.push({
      ...{ name, outcome, counts, seed },
      faults: isWell ? 0 : isCut ? faults : Math.max(1, faults),
      minutes: (now() - startedAt) / 60_000,
    });
  }
  return findings;
}

/** A campaign ends with a line of counts, and a line with an indent for each fault. */
function readLines(lines: readonly string[]): Pick<Finding, 'counts' | 'faults'> {
  const said = lines.filter((line) => line.trim() !== '');
  const at = said.findLastIndex((line) => !/^\s/.test(line));
  return { counts: said[at] ?? '', faults: said.slice(at + 1).length };
}

/** Whether nothing was found; what there was no time for is no fault. */
export function isClean(findings: readonly Finding[]): boolean {
  return findings.every(({ outcome, faults }) => outcome !== 'faults' && faults === 0);
}

const words: Readonly<Record<Outcome, string>> = {
  well: 'well',
  faults: 'FAULTS',
  cut: 'out of time',
  left: 'not begun',
};
const longestCounts = 90;

/** A table of what was found, in lines. */
export function summary(findings: readonly Finding[]): string[] {
  const rows = findings.map(({ name, outcome, counts, faults, minutes, seed }) => [
    name,
    words[outcome],
    String(faults),
    minutes.toFixed(1),
    String(seed),
    counts.length > longestCounts ? `${counts.slice(0, longestCounts - 1)}…` : counts,
  ]);
  const all = [['campaign', 'ended', 'faults', 'minutes', 'seed', 'counts'], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
