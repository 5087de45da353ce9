import { AppError } from '@tendril/contract/app-error';
import { PipedProcess } from '../local-speech/piped-process.ts';

const listMs = 10_000;
const mostBytes = 100_000;
/** More of them at once would be slow, and doubt more. */
const mostAtOnce = 3;
/** Not languages: they find how a page lies, and formulas. */
const others: ReadonlySet<string> = new Set(['osd', 'equ']);

/** The languages that a Tesseract can read; empty where it does not say. */
async function installedLanguages(program: string, signal: AbortSignal): Promise<string[]> {
  const listing = { program, arguments: ['--list-langs'], signal, longestMs: listMs, mostBytes };
  const process = new PipedProcess(listing);
  const text = await process.end().then(
    (bytes) => bytes.toString('utf8'),
    () => '',
  );
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => /^[a-z]{3}\w*$/i.test(line) && !others.has(line));
}

const packageOf = (language: string) => `tesseract-ocr-${language.toLowerCase().replaceAll('_', '-')}`;

/**
 * The languages in which a picture is read, as Tesseract takes them: those that were chosen, else English with what else
 * is installed. Undefined where it decides itself. Throws NODE_FAILED naming the packages that are missing.
 */
export async function pictureLanguages(
  program: string,
  signal: AbortSignal,
  chosen?: string,
): Promise<string | undefined> {
  // Asked each time: a package may be installed while the server runs.
  const installed = await installedLanguages(program, signal);
  signal.throwIfAborted();
  if (chosen === undefined) {
    if (installed.length === 0) return undefined;
    const first = installed.includes('eng') ? ['eng'] : [];
    const all = [...new Set([...first, ...installed])];
    return all.length > mostAtOnce ? all[0] : all.join('+');
  }
  const missing = chosen.split('+').filter((language) => !installed.includes(language));
  if (missing.length === 0 || installed.length === 0) return chosen;
  const packages = missing.map(packageOf).join(' and ');
  throw new AppError(
    'NODE_FAILED',
    `Pictures cannot be read in "${missing.join('+')}": the server lacks ${packages}. Installed: ${installed.join(', ')}.`,
  );
}
