import { createContext, Script } from 'node:vm';
import { AppError } from '@tendril/contract/app-error';

const longestLine = 1000;
const limitMs = 200;

/**
 * Tests lines against a pattern that a person wrote. One that would go on for hours is stopped. Throws INVALID_INPUT for
 * it, and for text that is no pattern.
 */
export function linePattern(source: string): (lines: readonly string[]) => boolean[] {
  try {
    new RegExp(source, 'u');
  } catch (error) {
    throw new AppError('INVALID_INPUT', `Pattern: ${(error as Error).message}`);
  }
  const script = new Script(
    '(() => { const p = new RegExp(source, "u"); return lines.map((line) => p.test(line)); })()',
  );
  return (lines) => {
    const context = createContext({ source, lines: lines.map((line) => line.slice(0, longestLine)) });
    try {
      return [...(script.runInContext(context, { timeout: limitMs }) as boolean[])];
    } catch (error) {
      throw new AppError('INVALID_INPUT', 'Pattern: it takes too long; make it simpler.', { cause: error });
    }
  };
}
