import { AppError } from '@tendril/contract/app-error';
import type {
  HeardText,
  HeardWord,
  HearingRequest,
  OnInterim,
  SpeechToText,
  Utterance,
} from '@tendril/contract/provider/speech-to-text';
import { findEnglishModel, findLocalProgram } from './find-local-program.ts';
import { localLabel } from './local-synthesizer.ts';
import { PipedProcess } from './piped-process.ts';
import { Slots } from './slots.ts';
import { modelRate, toModelRate } from './to-model-rate.ts';

/** More of them than this overload a small machine: the next one waits, and its sound is buffered. */
const atOnce = 2;
const longestMs = 90_000;
const mostBytes = 64 * 1024;
const mostSoundMs = 60_000;
/** The recognizer ends a word when silence follows. */
const closingSilenceMs = 250;
const slots = new Slots(atOnce);

const effort = {
  fast: ['-fwdflat', 'no', '-bestpath', 'no', '-maxhmmpf', '3000', '-maxwpf', '10', '-pl_window', '5'],
  accurate: [],
} as const;

/**
 * The local recognizer, for English. `grammar` is the path of a JSGF file: then only its sentences are recognized,
 * exactly.
 */
export function createLocalRecognizer(grammar: string | undefined): SpeechToText {
  return {
    label: localLabel,
    isStandIn: true,
    async open(request) {
      const [program, model] = await Promise.all([
        findLocalProgram('pocketsphinx_continuous'),
        findEnglishModel(),
      ]);
      if (!program || !model) throw new AppError('UNAVAILABLE', 'The local recognizer is not installed.');
      const closing = new AbortController();
      const signal = AbortSignal.any([request.signal, closing.signal]);
      const fixed = argumentsOf(model, grammar, request.mode);
      return {
        begin: (onInterim) => new LocalUtterance({ ...request, signal }, program, fixed, onInterim),
        close: () => closing.abort(new DOMException('The call is over.', 'AbortError')),
      };
    },
  };
}

function argumentsOf(model: string, grammar: string | undefined, mode: HearingRequest['mode']): string[] {
  const known = grammar ? ['-jsgf', grammar] : ['-lm', `${model}/en-us.lm.bin`, ...effort[mode]];
  const words = ['-hmm', `${model}/en-us`, '-dict', `${model}/cmudict-en-us.dict`, ...known];
  return ['-infile', '/dev/stdin', '-time', 'yes', ...words, '-logfn', '/dev/null'];
}

/** One process per utterance: it decodes while the caller speaks, and is nearly done when the caller is. */
class LocalUtterance implements Utterance {
  readonly #convert: (samples: Int16Array) => Int16Array;
  readonly #process: Promise<PipedProcess>;
  readonly #dropping = new AbortController();
  readonly #limit: number;
  #taken = 0;

  constructor(
    { sampleRate, signal }: HearingRequest,
    program: string,
    fixed: readonly string[],
    onInterim: OnInterim,
  ) {
    this.#convert = toModelRate(sampleRate);
    this.#limit = (sampleRate * mostSoundMs) / 1000;
    this.#process = this.#start(AbortSignal.any([signal, this.#dropping.signal]), program, fixed, onInterim);
    this.#process.catch(() => undefined);
  }

  push(samples: Int16Array): void {
    if (this.#taken >= this.#limit) return;
    this.#taken += samples.length;
    this.#write(this.#convert(samples));
  }

  async finish(): Promise<HeardText> {
    this.#write(new Int16Array((modelRate * closingSilenceMs) / 1000));
    const process = await this.#process;
    return readOutput(await process.end());
  }

  cancel(): void {
    this.#dropping.abort(new DOMException('Nobody waits for these words.', 'AbortError'));
  }

  async #start(
    signal: AbortSignal,
    program: string,
    fixed: readonly string[],
    onInterim: OnInterim,
  ): Promise<PipedProcess> {
    const leave = await slots.take(signal);
    const heard: Buffer[] = [];
    const onOutput = (bytes: Buffer) => {
      heard.push(bytes);
      const { text } = readOutput(Buffer.concat(heard));
      // It only prints what a pause has ended.
      if (text !== '') onInterim(text, true);
    };
    const process = new PipedProcess({ program, arguments: fixed, signal, longestMs, mostBytes, onOutput });
    process.closed.then(leave, leave);
    return process;
  }

  #write(samples: Int16Array): void {
    const bytes = new Uint8Array(samples.slice().buffer);
    // In order: every write waits for the same start.
    this.#process.then(
      (process) => process.write(bytes),
      () => undefined,
    );
  }
}

/** A word with its seconds in the sound and how sure it is: "hello 0.160 0.420 0.999". Marks are no words. */
const timedLine = /^(\S+) (\d+\.\d{3}) (\d+\.\d{3}) [-\d.e+]+$/;

/** It prints a line at every pause, and below it each of its words. */
function readOutput(output: Buffer): HeardText {
  const said: string[] = [];
  const words: HeardWord[] = [];
  for (const line of output.toString('utf8').split('\n')) {
    const [, name, startsAt, endsAt] = timedLine.exec(line.trim()) ?? [];
    if (name === undefined) said.push(line.trim());
    else if (!/^[<[]/.test(name))
      words.push({
        // A word that is pronounced in another way has its number behind it.
        text: name.replace(/\(\d+\)$/, ''),
        startMs: Number(startsAt) * 1000,
        endMs: Number(endsAt) * 1000,
      });
  }
  const text = said.filter(Boolean).join(' ');
  return { text, ...(text !== '' && words.length > 0 && { words }) };
}
