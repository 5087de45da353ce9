import { describe, expect, it } from 'vitest';
import { summaryLine, sumTallies, tallyReport } from './tally.ts';

const file = (statuses: string[], status = 'passed') => ({
  name: '/house/a.test.ts',
  status,
  assertionResults: statuses.map((each, index) => ({ fullName: `test ${index}`, status: each })),
});

describe('counting a report', () => {
  it('counts passed and failed tests and names the failed', () => {
    const report = { testResults: [file(['passed', 'failed'], 'failed'), file(['passed'])] };
    expect(tallyReport(report, 1, '/house')).toEqual({
      passed: 2,
      failed: 1,
      failures: ['a.test.ts > test 1 (failed)'],
      shaky: [],
    });
  });

  it('names a test that passed only when it was tried again', () => {
    const again = { fullName: 'shaky', status: 'passed', failureMessages: ['too slow'] };
    const report = { testResults: [{ ...file(['passed']), assertionResults: [again] }] };
    expect(tallyReport(report, 0, '/house')).toMatchObject({ passed: 1, shaky: ['a.test.ts > shaky'] });
  });

  it('counts a skipped test as failed', () => {
    const tally = tallyReport({ testResults: [file(['passed', 'pending'])] }, 0, '/house');
    expect(summaryLine(tally)).toBe('1 passed, 1 failed');
  });

  it('leaves out a skipped test that reads files which no clone has, and counts it when it fails', () => {
    const named = (status: string) => ({
      ...file([]),
      assertionResults: [{ fullName: 'imports (needs flow files of others)', status }],
    });
    const report = { testResults: [named('pending'), named('skipped'), file(['passed'])] };
    expect(summaryLine(tallyReport(report, 0, '/house'))).toBe('1 passed, 0 failed');
    expect(tallyReport({ testResults: [named('failed')] }, 1, '/house').failed).toBe(1);
  });

  it('counts a file that could not run as failed', () => {
    expect(tallyReport({ testResults: [file([], 'failed')] }, 1, '/house').failed).toBe(1);
  });

  it('counts a run without tests as failed', () => {
    expect(tallyReport({ testResults: [] }, 0, '/house').failed).toBe(1);
  });

  it('counts a run that ended badly for a reason no test names as failed', () => {
    expect(tallyReport({ testResults: [file(['passed'])] }, 1, '/house').failed).toBe(1);
  });

  it('adds parts up', () => {
    const parts = [
      { passed: 3, failed: 0, failures: [], shaky: ['y'] },
      { passed: 1, failed: 1, failures: ['x'], shaky: [] },
    ];
    expect(sumTallies(parts)).toEqual({ passed: 4, failed: 1, failures: ['x'], shaky: ['y'] });
  });
});
