import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toneFile } from './tone-file.ts';

interface Options {
  port: number;
  /** Of its address: `sip:user@127.0.0.1:port`. */
  user: string;
  /** What it says all the time. */
  toneHz: number;
  /** Answers every call by itself. */
  answers?: boolean;
  /** Further parameters of its account. */
  account?: string;
  /** The one codec that it speaks. */
  codec?: 'g711' | 'opus';
}

/** Something that has happened in a telephone. */
interface PhoneEvent {
  type: string;
  param?: string;
}

/** A telephone: the program baresip, driven over its control socket. */
export class Baresip {
  readonly events: PhoneEvent[] = [];
  #log = '';
  readonly #folder: string;
  readonly #child;
  #control: Socket | undefined;
  #rest = Buffer.alloc(0);

  constructor({ port, user, toneHz, answers = false, account = '', codec = 'g711' }: Options) {
    this.#folder = mkdtempSync(join(tmpdir(), 'phone-'));
    const [sound, control] = [join(this.#folder, 'tone.wav'), port + 2];
    writeFileSync(sound, toneFile(toneHz, codec));
    const modules = [codec, 'aufile', 'sndfile', 'account', 'menu', 'ctrl_tcp'];
    const kinds: Record<string, string> = {
      account: 'module_tmp',
      menu: 'module_app',
      ctrl_tcp: 'module_app',
    };
    const lines = [
      `sip_listen 127.0.0.1:${port}`,
      `ctrl_tcp_listen 127.0.0.1:${control}`,
      `rtp_ports ${port + 10}-${port + 60}`,
      'module_path /usr/lib/baresip/modules',
      ...modules.map((name) => `${kinds[name] ?? 'module'} ${name}.so`),
      `audio_source aufile,${sound}`,
      `ausrc_srate ${codec === 'opus' ? 48_000 : 8000}`,
      `snd_path ${this.#folder}`,
      'call_max_calls 4',
    ];
    writeFileSync(join(this.#folder, 'config'), `${lines.join('\n')}\n`);
    const mode = answers ? ';answermode=auto' : '';
    const line = `<sip:${user}@127.0.0.1:${port}>;regint=0;dtmfmode=rtpevent${mode}${account}\n`;
    writeFileSync(join(this.#folder, 'accounts'), line);
    this.#child = spawn('baresip', ['-f', this.#folder], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.on('data', (text) => {
        this.#log += text;
      });
    this.#child.on('error', (error) => {
      this.#log += String(error);
    });
    this.#connect(control);
  }

  get log(): string {
    return this.#log;
  }

  get isReady(): boolean {
    return this.#control?.readyState === 'open';
  }

  /** A command of its menu: `dial`, `hangup`, `sndcode`, `hold`. */
  command(command: string, params = ''): void {
    const text = JSON.stringify({ command, params });
    this.#control?.write(`${Buffer.byteLength(text)}:${text},`);
  }

  /** What it has heard: the samples of its newest recording, at 8,000 a second, with Opus at 48,000 in stereo. */
  heard(): Int16Array {
    const names = readdirSync(this.#folder).filter((name) => /dec\.wav$/.test(name));
    const bytes =
      names.length === 0 ? Buffer.alloc(0) : readFileSync(join(this.#folder, names.sort().at(-1) ?? ''));
    const samples = new Int16Array(Math.max(0, Math.floor((bytes.length - 44) / 2)));
    for (let index = 0; index < samples.length; index += 1)
      samples[index] = bytes.readInt16LE(44 + 2 * index);
    return samples;
  }

  async close(): Promise<void> {
    this.#control?.destroy();
    this.#control = undefined;
    if (this.#child.exitCode === null && this.#child.pid !== undefined) {
      const gone = new Promise((resolve) => this.#child.once('exit', resolve));
      this.#child.kill('SIGKILL');
      await gone;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #connect(port: number): void {
    const socket = connect(port, '127.0.0.1');
    this.#control = socket;
    socket.on('data', (bytes) => this.#read(bytes));
    socket.on('error', () => {
      // It is not up yet.
      if (this.#control === socket && this.#child.exitCode === null)
        setTimeout(() => this.#connect(port), 50).unref();
    });
  }

  /** Messages are netstrings: `12:{…},`. */
  #read(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const colon = this.#rest.indexOf(':');
      const length = Number(this.#rest.subarray(0, Math.max(0, colon)).toString());
      if (colon < 1 || this.#rest.length < colon + 2 + length) return;
      const message: unknown = JSON.parse(this.#rest.subarray(colon + 1, colon + 1 + length).toString());
      this.#rest = this.#rest.subarray(colon + 2 + length);
      const event = message as Partial<PhoneEvent>;
      if (event.type !== undefined)
        this.events.push({ type: event.type, ...(event.param !== undefined && { param: event.param }) });
    }
  }
}
