import { AppError } from '@tendril/contract/app-error';
import { isText } from '../../../platform/files/media-type.ts';
import { htmlText } from './html-text.ts';

const longestText = 1_000_000;

const formats: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint',
  'application/msword': 'Word',
  'application/vnd.ms-excel': 'Excel',
};

/** The text of a file that accompanies a question. Throws UNSUPPORTED_MEDIA_TYPE for a file without text, TOO_LARGE. */
export function fileText(name: string, mediaType: string, content: Uint8Array): string {
  if (!isText(mediaType)) {
    const format = formats[mediaType];
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      format
        ? `"${name}": ${format} files cannot be read here. Send the text as .txt, .md, .csv, .json or .html.`
        : `"${name}" holds no text that could be read (${mediaType}).`,
    );
  }
  const text = new TextDecoder().decode(content);
  const read = mediaType === 'text/html' ? htmlText(text) : text;
  if (read.length > longestText)
    throw new AppError(
      'TOO_LARGE',
      `"${name}" is longer than ${longestText.toLocaleString('en')} characters.`,
    );
  return read;
}
