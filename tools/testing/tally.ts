import { relative } from 'node:path';

/** How many tests of a part passed and failed, and the names of those that did not pass. */
export interface Tally {
  passed: number;
  failed: number;
  failures: string[];
  /** Names of those that passed only on a retry. */
  shaky: string[];
}

interface TestReport {
  testResults: {
    name: string;
    status: string;
    message?: string;
    /** Messages of a passed test are those of earlier tries. */
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
}

/**
 * Part of the name of a test that reads flow files of other people. We may not distribute them, so a plain clone has
 * none of them: there, such a test is left out and not counted.
 */
const foreignFiles = 'needs flow files of others';

/**
 * Counts a Vitest JSON report. Any other skipped test counts as failed; so does a file that could not run, a run
 * without tests, and a run that failed for a reason no test names.
 */
export function tallyReport(report: TestReport, exitCode: number, root: string): Tally {
  const tally: Tally = { passed: 0, failed: 0, failures: [], shaky: [] };
  const fail = (name: string) => {
    tally.failed += 1;
    tally.failures.push(name);
  };
  for (const file of report.testResults) {
    const path = relative(root, file.name);
    for (const test of file.assertionResults) {
      const isSkipped = test.status === 'skipped' || test.status === 'pending';
      const isAgain = test.status === 'passed' && (test.failureMessages?.length ?? 0) > 0;
      if (isAgain) tally.shaky.push(`${path} > ${test.fullName}`);
      if (test.status === 'passed') tally.passed += 1;
      else if (!isSkipped || !test.fullName.includes(foreignFiles))
        fail(`${path} > ${test.fullName} (${test.status})`);
    }
    const isBroken =
      file.status === 'failed' && file.assertionResults.every((test) => test.status === 'passed');
    if (isBroken) fail(`${path} (could not run)`);
  }
  if (tally.passed + tally.failed === 0) fail('no test was found');
  if (exitCode !== 0 && tally.failed === 0) fail(`the run ended with code ${exitCode}, see above`);
  return tally;
}

/** Adds up parts. */
export function sumTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
    failures: tallies.flatMap((tally) => tally.failures),
    shaky: tallies.flatMap((tally) => tally.shaky),
  };
}

/** The last line of a test run. */
export function summaryLine({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}
