import type { RunLog } from './sandbox-message.ts';

const maxLines = 200;
const maxCharacters = 64 * 1024;
const levels: readonly string[] = ['debug', 'info', 'log', 'warn', 'error'] satisfies RunLog['level'][];

/** The console lines of one run; what exceeds the limits is left out, and the last line says so. */
export function createRunLogs(): { lines: RunLog[]; add(level: string, text: string): void } {
  const lines: RunLog[] = [];
  let characters = 0;
  let isFull = false;

  function add(level: string, text: string): void {
    if (isFull || !isLevel(level)) return;
    characters += text.length;
    isFull = lines.length >= maxLines || characters > maxCharacters;
    lines.push(isFull ? { level: 'warn', text: 'More output was left out.' } : { level, text });
  }

  return { lines, add };
}

function isLevel(level: string): level is RunLog['level'] {
  return levels.includes(level);
}
