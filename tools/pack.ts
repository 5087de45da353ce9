import { join } from 'node:path';
import { provideWeb } from './launch/web.mjs';
import { buildPackage } from './package/build-package.ts';
import { repositoryRoot } from './repository-root.ts';
import { runProcess } from './run-process.ts';

const folder = join(repositoryRoot, 'dist', 'package');

provideWeb(process.execPath);
buildPackage(folder);
const { code } = await runProcess(
  'npm',
  ['pack', folder, '--pack-destination', join(repositoryRoot, 'dist')],
  {
    cwd: repositoryRoot,
  },
);
process.exitCode = code;
