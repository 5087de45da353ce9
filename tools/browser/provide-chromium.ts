import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { canInstallDebianPackages, installDebianPackage } from '../debian-package.ts';
import { findProgram, isProgram } from '../find-program.ts';
import { privateFolder } from '../launch/folders.mjs';
import { repositoryRoot } from '../repository-root.ts';
import { runProcess } from '../run-process.ts';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const paths = [
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];
const downloads = join(privateFolder, 'browsers');

function findChromium(): string | undefined {
  return paths.find(isProgram) ?? findProgram(names) ?? findDownloaded();
}

function findDownloaded(): string | undefined {
  if (!existsSync(downloads)) return undefined;
  return readdirSync(downloads, { recursive: true, encoding: 'utf8' })
    .filter((path) => /[\\/](chrome|chrome\.exe|Chromium|Google Chrome for Testing)$/.test(path))
    .map((path) => join(downloads, path))
    .find(isProgram);
}

async function download(): Promise<void> {
  console.log('Downloading Chromium …');
  const client = join(repositoryRoot, 'node_modules', 'playwright-core', 'cli.js');
  const env = { ...process.env, PLAYWRIGHT_BROWSERS_PATH: downloads };
  await runProcess(process.execPath, [client, 'install', 'chromium'], { env });
}

/** Returns the path of a Chromium: CHROMIUM_PATH, an installed one, or one installed now; throws when there is none. */
export async function provideChromium(): Promise<string> {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (!isProgram(wanted)) throw new Error(`CHROMIUM_PATH names no program: ${wanted}`);
    return wanted;
  }
  const found = findChromium();
  if (found) return found;
  if (!canInstallDebianPackages() || !(await installDebianPackage('chromium'))) await download();
  const provided = findChromium();
  if (!provided) throw new Error('No Chromium was found, and none could be installed: set CHROMIUM_PATH.');
  return provided;
}
