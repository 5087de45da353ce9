import type { Simulations } from '../../voice/simulations/public.ts';
import { createRetellTestBatches } from './retell-test-batches.ts';
import { createRetellTestCases } from './retell-test-cases.ts';
import type { RetellVersionParts } from './retell-versions.ts';
import { testedEngines } from './tested-engines.ts';

/** Tests in Retell's API. */
export function createRetellTests({
  simulations,
  ...parts
}: RetellVersionParts & { simulations: Simulations }) {
  const engines = testedEngines(parts);
  const cases = createRetellTestCases(simulations, engines);
  return { cases, batches: createRetellTestBatches({ db: parts.db, simulations, cases, engines }) };
}
