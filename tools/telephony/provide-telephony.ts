import { canInstallDebianPackages, installDebianPackage } from '../debian-package.ts';
import { findProgram } from '../find-program.ts';

/** The telephone and the load generator that tests call with, and the Debian package of each. */
const programs = [
  { program: 'baresip', debianPackage: 'baresip-core' },
  { program: 'sipp', debianPackage: 'sip-tester' },
] as const;

/**
 * Installs missing programs of telephony where that is possible; elsewhere it says so, and the tests that need them fail
 * with the name of the program.
 */
export async function provideTelephony(): Promise<void> {
  for (const { program, debianPackage } of programs) {
    if (findProgram([program])) continue;
    if (canInstallDebianPackages()) await installDebianPackage(debianPackage);
    if (!findProgram([program]))
      console.error(
        `Debian's package ${debianPackage} is missing: the tests that need ${program} will fail.`,
      );
  }
}
