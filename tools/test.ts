import { keepTemporaryFilesInMemory } from './testing/keep-temporary-files-in-memory.ts';
import { checkPart, journeyPart, unitPart, webPart } from './testing/parts.ts';
import { runParts } from './testing/run-parts.ts';

keepTemporaryFilesInMemory();
process.exitCode = await runParts([
  { name: 'Format, lint and types', run: checkPart },
  { name: 'Unit tests on SQLite and PostgreSQL', run: unitPart },
  { name: 'Web build', run: webPart },
  { name: 'Journeys in Chromium', run: () => journeyPart([]) },
]);
