/** A message that is only repeated, as on a busy machine, fails no call. */
const refusal = /received '(?:SIP\/2\.0 ([3-6]\d\d [^\r\n\\']*)|(BYE) )/g;
const counts = [/Successful call\s*\|[^|]*\|\s*(\d+)/g, /Failed call\s*\|[^|]*\|\s*(\d+)/g] as const;

/** How many of sipp's calls went as they should and how many did not, and with what the latter were answered. */
export interface SippFailures {
  successful: number;
  failed: number;
  /** How many calls failed, by what the server answered. */
  by: ReadonlyMap<string, number>;
}

/** Reads what the program prints at its end, and what it writes down of the calls that failed. */
export function failuresOf(output: string, errors: string): SippFailures {
  const [successful = 0, failed = 0] = counts.map((count) =>
    Number([...output.matchAll(count)].at(-1)?.[1] ?? 0),
  );
  const by = new Map<string, number>();
  for (const [, status = 'hung up by the server'] of errors.matchAll(refusal))
    by.set(status.trim(), (by.get(status.trim()) ?? 0) + 1);
  const unanswered = failed - [...by.values()].reduce((sum, count) => sum + count, 0);
  if (unanswered > 0) by.set('no answer', unanswered);
  return { successful, failed, by };
}
