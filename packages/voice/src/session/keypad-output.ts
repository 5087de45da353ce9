import type { Answer } from './answer.ts';
import type { CallWork } from './call-work.ts';
import { SpokenAnswer } from './spoken-answer.ts';

/** Maximum number of keys at once. */
const mostDigits = 32;

/** Presses keys for the agent, after it has spoken and waited. */
export class KeypadOutput {
  private readonly answer: Answer;
  private readonly work: CallWork;

  constructor(answer: Answer, work: CallWork) {
    this.answer = answer;
    this.work = work;
  }

  async press(asked: string, delayMs: number): Promise<void> {
    const digits = asked.replaceAll(/[^0-9*#w]/gi, '').slice(0, mostDigits);
    if (digits === '') return;
    const { audio } = this.work.parts;
    if (audio) {
      await this.answer.voice.settled();
      if (delayMs > 0) await this.wait(delayMs);
      if (this.answer.isGivenUp) return;
      if (audio.transport.press) audio.transport.press(digits);
      else if (this.answer.voice instanceof SpokenAnswer) this.answer.voice.playKeys(digits);
    }
    this.work.emit({ type: 'keypad-press', digits, from: 'agent' });
  }

  private wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.work.clock.after(ms, resolve);
      const stop = () => {
        cancel();
        resolve();
      };
      this.work.signal.addEventListener('abort', stop, { once: true });
    });
  }
}
