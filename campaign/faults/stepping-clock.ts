import { readFileSync } from 'node:fs';

/**
 * Loaded before a server: its clock goes wrong by as many milliseconds as the file of CLOCK_STEP_FILE says. What only
 * counts time that has passed goes on as it should.
 */
const file = process.env['CLOCK_STEP_FILE'] ?? '';
const now = Date.now;
let offset = 0;

setInterval(() => {
  try {
    offset = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    // It is being written.
  }
}, 20).unref();

Date.now = () => now() + offset;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, heir) => Reflect.construct(target, args.length === 0 ? [Date.now()] : args, heir),
  apply: () => new Date().toString(),
});
