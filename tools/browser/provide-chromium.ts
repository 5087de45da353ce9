import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { canInstallDebianPackages, installDebianPackage } from '../debian-package.ts';
import { findProgram, isProgram } from '../find-program.ts';
import { privateFolder } from '../launch/folders.mjs';
import { repositoryRoot } from '../repository-root.ts';
import { runProcess } from '../run-process.ts';

/** Chromium without windows: the same pages take three quarters of the processor time. */
const windowless = ['chromium-headless-shell', 'chrome-headless-shell'];
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

function findWindowless(): string | undefined {
  return findProgram(windowless);
}

function findChromium(): string | undefined {
  return paths.find(isProgram) ?? findProgram(names) ?? findDownloaded();
}

function findDownloaded(): string | undefined {
  if (!existsSync(downloads)) return undefined;
  return readdirSync(downloads, { recursive: true, encoding: 'utf8' })
    .filter((path) =>
      /[\\/](chrome-headless-shell|chrome|Chromium|Google Chrome for Testing)(\.exe)?$/.test(path),
    )
    .map((path) => join(downloads, path))
    .find(isProgram);
}

async function download(): Promise<void> {
  console.log('Downloading Chromium …');
  const client = join(repositoryRoot, 'node_modules', 'playwright-core', 'cli.js');
  const env = { ...process.env, PLAYWRIGHT_BROWSERS_PATH: downloads };
  await runProcess(process.execPath, [client, 'install', '--only-shell', 'chromium'], { env });
}

/**
 * Returns the path of a Chromium: CHROMIUM_PATH, else one without windows that is installed or can be, else any other;
 * throws when there is none.
 */
export async function provideChromium(): Promise<string> {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (!isProgram(wanted)) throw new Error(`CHROMIUM_PATH names no program: ${wanted}`);
    return wanted;
  }
  const isInstalling = canInstallDebianPackages() && findWindowless() === undefined;
  if (isInstalling) await installDebianPackage('chromium-headless-shell');
  const found = findWindowless() ?? findChromium();
  if (found) return found;
  await download();
  const provided = findDownloaded();
  if (!provided) throw new Error('No Chromium was found, and none could be installed: set CHROMIUM_PATH.');
  return provided;
}
