import { AppError } from '@tendril/contract/app-error';

const digits = new Intl.NumberFormat('en');

interface Reached {
  /** "{{most}} tokens a day". */
  what: string;
  most: number;
  /** When the same may succeed, in words: "at 00:00 UTC". */
  resets: string;
  retryAfterMs: number;
}

/** The refusal of what would pass a limit of the workspace: which one, and when there is room again. */
export function limitReached({ what, most, resets, retryAfterMs }: Reached): AppError {
  const named = what.replace('{{most}}', digits.format(most));
  const message = `This workspace has reached its limit of ${named}. Try again ${resets}.`;
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfterMs });
}
