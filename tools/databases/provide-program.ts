import { canInstallDebianPackages, installDebianPackage } from '../debian-package.ts';
import { findProgram } from '../find-program.ts';

/** A program of this machine, else of a Debian package installed now; undefined where there is neither. */
export async function provideProgram(
  names: readonly string[],
  debianPackage: string,
): Promise<string | undefined> {
  const found = findProgram(names);
  if (found || !canInstallDebianPackages()) return found;
  return (await installDebianPackage(debianPackage)) ? findProgram(names) : undefined;
}
