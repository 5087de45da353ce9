import { keepTemporaryFilesInMemory } from './testing/keep-temporary-files-in-memory.ts';
import { journeyPart, webPart } from './testing/parts.ts';
import { runParts } from './testing/run-parts.ts';

keepTemporaryFilesInMemory();
process.exitCode = await runParts([
  { name: 'Web build', run: webPart },
  { name: 'Journeys in Chromium', run: () => journeyPart(process.argv.slice(2)) },
]);
