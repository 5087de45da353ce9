import { contrastOf, fullHex, mixColours, readableOn, readableShade } from './colours.ts';
import { type PlainRecord, plainRecord } from './plain-record.ts';

/** Custom properties and their values. */
export type Tokens = Readonly<Record<string, string>>;

/** What is drawn in custom colours; empty where the theme applies. */
export interface WidgetLook {
  root: Tokens;
  head: Tokens;
  page: Tokens;
  question: Tokens;
  answer: Tokens;
}

const papers = { light: '#ffffff', dark: '#161c19' } as const;

/** Colours of a chat: those of the page's own tag before those of the flow's settings, all validated. */
export function readWidgetLook(config: PlainRecord, color: string, theme: 'light' | 'dark'): WidgetLook {
  const inside = (key: string, part: string) => plainRecord(config[key])[part];
  const main = fullHex(color) ?? fullHex(inside('textInput', 'sendButtonColor'));
  return {
    root: main === undefined ? {} : mainTokens(main, papers[theme]),
    head: surfaceTokens(config['titleBackgroundColor'], config['titleTextColor']),
    page: surfaceTokens(config['backgroundColor']),
    question: surfaceTokens(inside('userMessage', 'backgroundColor'), inside('userMessage', 'textColor')),
    answer: surfaceTokens(inside('botMessage', 'backgroundColor'), inside('botMessage', 'textColor')),
  };
}

function mainTokens(main: string, paper: string): Tokens {
  const words = readableShade(main, paper);
  return {
    '--primary': main,
    '--primary-hover': mixColours(main, readableOn(main), 0.12),
    '--on-primary': readableOn(main),
    '--link': words,
    '--ring': words,
    '--tint': mixColours(paper, main, 0.09),
    '--tint-line': mixColours(paper, main, 0.28),
    '--on-tint': readableShade(main, mixColours(paper, main, 0.09)),
  };
}

/** Everything on a custom surface stays readable, in either theme. */
function surfaceTokens(background: unknown, wantedText?: unknown): Tokens {
  const base = fullHex(background);
  if (base === undefined) return {};
  const words = readableOn(base, fullHex(wantedText));
  const mixed = (share: number) => mixColours(base, words, share);
  const quiet = mixed([0.7, 0.8, 0.9].find((share) => contrastOf(base, mixed(share)) >= 4.5) ?? 1);
  const tokens = ['--text', '--link', '--ring', '--error', '--info', '--warning', '--on-tint'];
  return {
    ...Object.fromEntries(tokens.map((token) => [token, words])),
    '--page': base,
    '--paper': base,
    '--hover': mixed(0.08),
    '--quiet': quiet,
    '--line': mixed(0.18),
    '--field-line': mixed(0.5),
    '--tint': mixed(0.08),
    '--tint-line': mixed(0.18),
  };
}
