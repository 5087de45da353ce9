import { largestBundleBytes } from '@tendril/contract/api/export-import';
import { exportImportTexts } from '../../kit/texts/en/export-import.ts';
import { say } from '../../kit/texts/texts.ts';

/** A chosen file that is JSON at least. */
interface BundleText {
  fileName: string;
  /** Sent as it is: its meaning is what was parsed. */
  text: string;
}

const megabyte = 1024 * 1024;

/** Reads a chosen file here, before anything is sent; throws with what is wrong with it. */
export async function readBundleFile(file: File): Promise<BundleText> {
  const texts = exportImportTexts;
  const invalid = say(texts, 'importFailedDefault');
  if (!/\.json$/i.test(file.name)) throw new Error(invalid);
  if (file.size > largestBundleBytes)
    throw new Error(say(texts, 'importTooLarge', { megabytes: largestBundleBytes / megabyte }));
  const text = (await file.text()).replace(/^\uFEFF/, '');
  try {
    JSON.parse(text);
  } catch (cause) {
    throw new Error(invalid, { cause });
  }
  return { fileName: file.name, text };
}
