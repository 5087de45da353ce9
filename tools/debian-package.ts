import { findProgram } from './find-program.ts';
import { runProcess } from './run-process.ts';

/** Whether this process may install Debian packages. */
export function canInstallDebianPackages(): boolean {
  return process.getuid?.() === 0 && findProgram(['apt-get']) !== undefined;
}

/** Installs a Debian package; returns whether it worked. */
export async function installDebianPackage(name: string): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () =>
    runProcess('apt-get', ['install', '-y', '--no-install-recommends', name], { env, isCaptured: true });
  console.log(`Installing Debian's package ${name} …`);
  const first = await install();
  if (first.code === 0) return true;
  // A fresh image has no package lists yet.
  await runProcess('apt-get', ['update'], { env, isCaptured: true });
  const second = await install();
  if (second.code !== 0) console.error(second.output);
  return second.code === 0;
}
