import type { CallParts, OwnCallSession } from './call-session.ts';
import { CallRun } from './session/call-run.ts';

/**
 * Starts a call. It begins asynchronously, so that its creator has the session first; `emit` receives everything from
 * then on, `call-end` last.
 */
export function createCallSession(parts: CallParts): OwnCallSession {
  const run = new CallRun(parts);
  let isStarted = false;
  const started = Promise.resolve().then(() => {
    isStarted = true;
    run.start();
  });
  const soon = (act: () => void) => {
    if (isStarted) act();
    else started.then(act, act);
  };
  return {
    ended: run.ended,
    say: (text) =>
      new Promise((resolve, reject) => {
        soon(() => {
          if (text.trim() === '') return resolve();
          run.rested().then(resolve, reject);
          run.feed({ type: 'typed', text: text.trim() });
        });
      }),
    noteAnsweredBy: (by) => soon(() => run.feed({ type: 'answered-by', by })),
    noteHeld: (isHeld) => soon(() => run.feed({ type: 'held-by-caller', isHeld })),
    press: (digit) => soon(() => run.feed({ type: 'key', digit })),
    intervene: (act, by) => soon(() => run.intervene(act, by)),
    configure: (changes) => void Object.assign(parts.config, changes),
    hangUp: (reason) => soon(() => run.feed({ type: 'hang-up', reason })),
    fail: (error) => soon(() => run.breakDown(error)),
  };
}
