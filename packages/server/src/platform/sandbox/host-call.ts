import { answerCryptoCall } from './host/crypto-bridge.ts';
import { decodeText } from './host/decode-text.ts';
import { formatForLocale } from './host/intl-bridge.ts';

const answers: Record<string, (text: string, bytes: Uint8Array | undefined) => string | Uint8Array> = {
  intl: formatForLocale,
  decode: decodeText,
  crypto: answerCryptoCall,
};

/**
 * Answers what the engine inside cannot do itself and asks the host for: text and bytes in, text and bytes out, at once.
 * The first character of a text says whether it is an answer ("=") or the name and message of an error ("!"); no error
 * of the host passes.
 */
export function answerHostCall(
  word: string,
  text: string,
  bytes: Uint8Array | undefined,
): string | Uint8Array {
  try {
    const answer = Object.hasOwn(answers, word) ? answers[word]?.(text, bytes) : undefined;
    if (answer === undefined) return '!Error:There is no such call.';
    return typeof answer === 'string' ? `=${answer}` : answer;
  } catch (error) {
    const name =
      error instanceof RangeError ? 'RangeError' : error instanceof TypeError ? 'TypeError' : 'Error';
    return `!${name}:${error instanceof Error ? error.message.slice(0, 500) : ''}`;
  }
}
