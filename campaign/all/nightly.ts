/** A campaign as it is run at night, and in its short form. */
export interface Planned {
  /** What the summary calls it. */
  name: string;
  /** Arguments of the command line, the campaign's name first. */
  nightly(seed: number): readonly string[];
  short(seed: number): readonly string[];
}

const of =
  (...before: readonly string[]) =>
  (...after: readonly string[]) =>
  (seed: number): readonly string[] => [
    ...before,
    ...after.map((one) => (one === '<seed>' ? String(seed) : one)),
  ];

function planned(
  name: string,
  nightly: readonly string[],
  short: readonly string[],
  campaign = name,
): Planned {
  return { name, nightly: of(campaign)(...nightly), short: of(campaign)(...short) };
}

const seeded = ['--seed', '<seed>'];

/** All campaigns, those that find the most in the least time first: a budget may end before the last. */
export const allCampaigns: readonly Planned[] = [
  planned('access', ['15000', '<seed>'], ['300', '<seed>']),
  planned('faults', [], ['clock']),
  planned('kills', ['300', '<seed>'], ['5', '<seed>']),
  planned('damaged', ['--each', '100', ...seeded], ['--each', '2', ...seeded]),
  planned('sockets', ['--sockets', '1000', ...seeded], ['--sockets', '20', ...seeded], 'fuzz'),
  planned('calls', ['--calls', '1000', '--at-once', '150'], ['--calls', '20', '--at-once', '5']),
  planned('rolling', [...seeded], ['--restarts', '2', '--runs', '40', '--calls', '4', ...seeded]),
  planned(
    'ingestion',
    ['--kills', '300', '--mb', '200', ...seeded],
    ['--kills', '3', '--mb', '4', '--largest', '1', ...seeded],
  ),
  planned('fuzz', ['--requests', '1000000', ...seeded], ['--requests', '2000', ...seeded]),
  planned('soak', ['--minutes', '120', ...seeded], ['--minutes', '2', ...seeded]),
];
