import { existsSync } from 'node:fs';
import { canInstallDebianPackages, installDebianPackage } from '../debian-package.ts';
import { findProgram } from '../find-program.ts';

/** The programs that speak and recognize speech where no key is stored, and the Debian package of each. */
const parts = [
  { debianPackage: 'flite', isThere: () => findProgram(['flite']) !== undefined },
  { debianPackage: 'pocketsphinx', isThere: () => findProgram(['pocketsphinx_continuous']) !== undefined },
  {
    debianPackage: 'pocketsphinx-en-us',
    isThere: () =>
      ['/usr/share', '/usr/local/share', '/opt/homebrew/share', '/opt/local/share'].some((folder) =>
        existsSync(`${folder}/pocketsphinx/model/en-us/en-us.lm.bin`),
      ),
  },
] as const;

/**
 * Installs missing programs of local speech where that is possible; elsewhere it says so, and the tests that need them
 * fail with the name of the package.
 */
export async function provideLocalSpeech(): Promise<void> {
  const missing = parts.filter(({ isThere }) => !isThere());
  for (const { debianPackage, isThere } of missing) {
    if (canInstallDebianPackages()) await installDebianPackage(debianPackage);
    if (!isThere())
      console.error(
        `Local speech lacks Debian's package ${debianPackage}: the tests that need it will fail.`,
      );
  }
}
