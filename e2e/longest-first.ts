import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Journeys that take minutes, and are small files; begun last, one of them would keep one worker busy while the others
 * have nothing to do.
 */
const longest = [
  'accessibility.test.ts',
  'durable-tools.test.ts',
  'ingestion-kills.test.ts',
  'sync-kills.test.ts',
].map((name) => `/${name}`);

const rank = ({ moduleId }: TestSpecification) => (longest.some((name) => moduleId.endsWith(name)) ? 0 : 1);

/** Begins with the journeys that take longest, then goes on in the usual order: by what they took, or by their size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
