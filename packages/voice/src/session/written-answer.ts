import type { AnswerVoice, AnswerVoiceEvents } from './answer-voice.ts';

/** An answer of a text call: what is written counts as read at once. */
export class WrittenAnswer implements AnswerVoice {
  private text = '';
  private readonly events: AnswerVoiceEvents;

  constructor(events: AnswerVoiceEvents) {
    this.events = events;
  }

  write(text: string): void {
    if (text === '') return;
    if (this.text === '') this.events.onFirstWords();
    this.text += text;
  }

  sound(text: string): void {
    this.write(text);
  }

  heardMs(): number {
    return 0;
  }

  say(text: string): void {
    const isApart = this.text === '' || /\s$/.test(this.text);
    this.write(`${isApart ? '' : ' '}${text} `);
  }

  flush(): void {}

  finish(): void {
    this.events.onOver({ heard: this.text, unsaid: '' });
  }

  hold(): { heard: string; unsaid: string } {
    return { heard: this.text, unsaid: '' };
  }

  resume(): void {}

  drop(): void {}

  settled(): Promise<void> {
    return Promise.resolve();
  }
}
