import type { CallEvent } from '../packages/contract/src/call-event.ts';
import type {
  HearingLine,
  OnInterim,
  SpeechToText,
} from '../packages/contract/src/provider/speech-to-text.ts';
import { loudness } from '../packages/voice/src/audio/loudness.ts';
import { createCallSession } from '../packages/voice/src/create-call-session.ts';
import { callConfig } from '../packages/voice/src/testing/call-config.ts';
import { LoopbackLine } from '../packages/voice/src/testing/loopback-line.ts';
import { madeVoice } from '../packages/voice/src/testing/made-voice.ts';
import { ScriptedResponder } from '../packages/voice/src/testing/scripted-responder.ts';
import { ToneSynthesizer } from '../packages/voice/src/testing/tone-synthesizer.ts';
import { VirtualClock } from '../packages/voice/src/testing/virtual-clock.ts';
import type { TurnCues } from '../packages/voice/src/turn-detector.ts';
import { isHesitation } from '../packages/voice/src/turns/phrases.ts';
import { type MadeTurn, madeConversation, seededDraw } from './made-conversation.ts';
import { percentile } from './percentile.ts';
import { atMost, type Row } from './table.ts';

/** Simulated latencies of the vendors, as those of hosted ones: interim words, last words, model and synthesizer. */
const vendors = { interim: 180, final: 80, model: 250, synthesizer: 90 };
const turnsEach = 9;
const callers = 40;
/** The last syllables of a stretch, in which its pitch moves. */
const endingMs = 360;
/** The agent's answer is short, and the caller speaks again after it. */
const afterAnswerMs = 700;

interface Rule {
  name: string;
  waitMs?: (cues: TurnCues) => number;
  mayPrepare: boolean;
}

/** The rule before: silence and the last words, for every caller alike, and an answer begun when the turn is over. */
const fixed: Rule = { name: 'fixed silence', waitMs: fixedWaitMs, mayPrepare: false };
const understood: Rule = { name: 'words, voice, rhythm', mayPrepare: true };

function fixedWaitMs({ responsiveness, words, language }: TurnCues): number {
  const waitMs = 1200 - 900 * responsiveness;
  if (words === '') return waitMs;
  const isNumber = /(\p{N}|\b(oh|one|two|three|four|five|six|seven|eight|nine))[.,]?$/iu.test(words);
  if (isNumber || isHesitation(words, language)) return waitMs + 700;
  return /[.?!]$/.test(words) ? waitMs / 2 : waitMs;
}

/** What a caller met: the wait of each turn, and how often the agent spoke into one. */
interface Met {
  waits: number[];
  cutIns: number;
  turns: number;
}

/** A recognizer that knows the words of a stretch a little after they were spoken, punctuated at its end or not. */
class MadeRecognizer implements SpeechToText {
  readonly label = 'made';
  readonly isStandIn = true;
  /** Words with the moment from which they are known. */
  readonly said: { text: string; at: number }[] = [];
  private taken = 0;
  private readonly clock: VirtualClock;
  private readonly hasInterim: boolean;

  constructor(clock: VirtualClock, hasInterim: boolean) {
    this.clock = clock;
    this.hasInterim = hasInterim;
  }

  async open(): Promise<HearingLine> {
    return { begin: (onInterim) => this.begin(onInterim), close: () => {} };
  }

  private begin(onInterim: OnInterim) {
    const from = this.taken;
    let shown = '';
    return {
      push: () => {
        const text = this.textFrom(from, this.clock.now());
        if (!this.hasInterim || text === shown) return;
        shown = text;
        onInterim(text);
      },
      finish: async () => {
        const endsAt = this.clock.now();
        await this.clock.sleep(vendors.final);
        const text = this.textFrom(from, endsAt + vendors.interim);
        this.taken = this.said.filter(({ at }) => at <= endsAt + vendors.interim).length;
        return { text };
      },
      cancel: () => {},
    };
  }

  private textFrom(from: number, at: number): string {
    return this.said
      .slice(from)
      .filter((word) => word.at <= at)
      .map(({ text }) => text)
      .join(' ');
  }
}

/** One caller's turns, one after the other, with a rule; in virtual time. */
async function converse(turns: readonly MadeTurn[], rule: Rule, kind: Condition): Promise<Met> {
  const clock = new VirtualClock();
  const line = new LoopbackLine(clock);
  const recognizer = new MadeRecognizer(clock, kind.hasInterim);
  const events: (CallEvent & { at: number })[] = [];
  const heard: boolean[] = [];
  const session = createCallSession({
    config: callConfig({ responsiveness: kind.responsiveness, interruptionSensitivity: 0.8 }),
    responder: new ScriptedResponder(
      Array.from({ length: 400 }, () => 'All right, that is noted.'),
      { clock, firstMs: vendors.model, mayPrepare: rule.mayPrepare },
    ),
    functions: [],
    variables: {},
    builtIn: () => ({}),
    describe: () => ({}),
    emit: (event) => events.push({ ...event, at: clock.now() }),
    audio: {
      transport: line,
      recognizer,
      synthesizers: [new ToneSynthesizer({ clock, firstAudioMs: vendors.synthesizer })],
      record: (_, agent) => heard.push(loudness(agent) > 300),
    },
    hasTimers: true,
    clock,
    ...(rule.waitMs && { waitMs: rule.waitMs }),
  });
  const isOver = () => events.some(({ type }) => type === 'call-end');
  const starts = () => events.flatMap(({ type, at }) => (type === 'agent-speech-start' ? [at] : []));
  const met: Met = { waits: [], cutIns: 0, turns: turns.length };
  await clock.advance(600);
  for (const turn of turns) {
    const before = starts().length;
    const endAt = await speakTurn(turn, { clock, line, recognizer, isPunctuated: kind.isPunctuated });
    const early = starts()
      .slice(before)
      .filter((at) => at < endAt);
    if (early.length > 0) met.cutIns += 1;
    await clock.until(() => starts().some((at) => at >= endAt) || isOver());
    if (early.length === 0) met.waits.push((starts().find((at) => at >= endAt) ?? endAt) - endAt);
    const turnsOver = () => events.filter(({ type }) => type === 'agent-turn').length;
    const begun = () => events.filter(({ type }) => type === 'turn-start').length;
    await clock.until(() => turnsOver() === begun());
    await clock.advance(afterAnswerMs);
  }
  session.hangUp('user_hangup');
  await clock.advance(3000);
  return met;
}

interface Stage {
  clock: VirtualClock;
  line: LoopbackLine;
  recognizer: MadeRecognizer;
  isPunctuated: boolean;
}

/** Speaks the stretches of a turn; returns when the last sound was over. */
async function speakTurn(
  { stretches }: MadeTurn,
  { clock, line, recognizer, isPunctuated }: Stage,
): Promise<number> {
  for (const { words, ms, from, to, pauseMs = 0 } of stretches) {
    const each = words.split(' ');
    each.forEach((word, index) => {
      const isLast = index === each.length - 1;
      const isSentence = isLast && !isHesitation(words, 'en') && to < from;
      const text = isPunctuated && isSentence ? `${word}.` : word;
      recognizer.said.push({ text, at: clock.now() + (ms * (index + 1)) / each.length + vendors.interim });
    });
    line.speak(madeVoice(ms - endingMs, { from }));
    line.speak(madeVoice(endingMs, { from, to }));
    await clock.advance(ms);
    if (pauseMs > 0) await clock.advance(pauseMs);
  }
  return clock.now();
}

interface Condition {
  name: string;
  responsiveness: number;
  hasInterim: boolean;
  isPunctuated: boolean;
}

const conditions: readonly Condition[] = [
  { name: 'default', responsiveness: 0.52, hasInterim: true, isPunctuated: true },
  { name: 'default, no punctuation', responsiveness: 0.52, hasInterim: true, isPunctuated: false },
  { name: 'default, no interim words', responsiveness: 0.52, hasInterim: false, isPunctuated: false },
  { name: 'patient (0.2)', responsiveness: 0.2, hasInterim: true, isPunctuated: true },
  { name: 'eager (1)', responsiveness: 1, hasInterim: true, isPunctuated: true },
];

/** How long callers wait for their answers, and how often the agent cuts in, by the rule before and the rule now. */
export async function measureTurns(only?: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const condition of conditions.filter(({ name }) => !only || name === only)) {
    const [before, now] = [await measure(fixed, condition), await measure(understood, condition)];
    const name = `turns, ${condition.name}`;
    const isGoal = condition.name === 'default';
    for (const [part, share, goal] of [
      ['p50', 0.5, 700],
      ['p95', 0.95, 1100],
    ] as const) {
      rows.push({
        name: `${name}: wait ${part}, before`,
        value: percentile(before.waits, share),
        unit: 'ms',
      });
      const value = percentile(now.waits, share);
      const row = { name: `${name}: wait ${part}, now`, value, unit: 'ms' };
      rows.push(isGoal ? atMost(row.name, value, 'ms', goal) : row);
    }
    const [was, is] = [before, now].map(({ cutIns, turns }) => (100 * cutIns) / turns) as [number, number];
    rows.push({ name: `${name}: cut in, before`, value: was, unit: '% of turns' });
    const row = { name: `${name}: cut in, now`, value: is, unit: '% of turns' };
    rows.push(isGoal ? atMost(row.name, Number(is.toFixed(2)), row.unit, Number(was.toFixed(2))) : row);
  }
  return rows;
}

async function measure(rule: Rule, condition: Condition): Promise<Met> {
  const sum: Met = { waits: [], cutIns: 0, turns: 0 };
  for (let caller = 1; caller <= callers; caller += 1) {
    const met = await converse(madeConversation(seededDraw(caller * 7919), turnsEach), rule, condition);
    sum.waits.push(...met.waits);
    sum.cutIns += met.cutIns;
    sum.turns += met.turns;
  }
  sum.waits.sort((left, right) => left - right);
  return sum;
}
