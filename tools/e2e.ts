import { journeyPart, webPart } from './testing/parts.ts';
import { runParts } from './testing/run-parts.ts';

process.exitCode = await runParts([
  { name: 'Web build', run: webPart },
  { name: 'Journeys in Chromium', run: () => journeyPart(process.argv.slice(2)) },
]);
