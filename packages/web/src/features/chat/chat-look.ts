import type { CSSProperties } from 'react';
import { contrastOf, fullHex, mixColours, readableOn } from '../../kit/lib/colour.ts';

/** Styles of the parts of a chat that were given their own colours; empty where the theme holds. */
export interface ChatLook {
  title: CSSProperties;
  page: CSSProperties;
  question: CSSProperties;
  answer: CSSProperties | undefined;
  send: CSSProperties;
}

type Config = Readonly<Record<string, unknown>>;

const inside = (value: unknown, key: string) =>
  typeof value === 'object' && value !== null ? (value as Config)[key] : undefined;

/** Secondary text: as light as possible while still readable. */
const shares = [0.7, 0.8, 0.9];

/**
 * The tokens of a surface in somebody's own colour: everything drawn on it stays readable, in either theme. Nothing
 * but checked colours gets into the style.
 */
export function surfaceOf(background: unknown, wantedText?: unknown): CSSProperties | undefined {
  const infrastructure = fullHex(background);
  if (infrastructure === undefined) return undefined;
  const words = readableOn(infrastructure, fullHex(wantedText));
  const mixed = (share: number) => mixColours(infrastructure, words, share);
  const quiet = mixed(shares.find((share) => contrastOf(infrastructure, mixed(share)) >= 4.5) ?? 1);
  const line = mixed(0.18);
  const tokens = {
    '--page': infrastructure,
    '--paper': infrastructure,
    '--hover': mixed(0.08),
    '--text': words,
    '--text-2': quiet,
    '--text-3': quiet,
    '--divider': line,
    '--field-border': mixed(0.5),
    '--link': words,
    '--info': words,
    '--error': words,
    '--warning': words,
    '--success': words,
    '--focus-ring': words,
    '--selected-fill': mixed(0.08),
    '--selected-text': words,
    '--selected-line': line,
  };
  return { ...tokens, background: infrastructure, borderColor: line, color: words } as CSSProperties;
}

/** The colors of a flow's chat. */
export function readChatLook(config: Config): ChatLook {
  const send = fullHex(inside(config['textInput'], 'sendButtonColor'));
  const parts = (key: string) =>
    surfaceOf(inside(config[key], 'backgroundColor'), inside(config[key], 'textColor'));
  return {
    title: surfaceOf(config['titleBackgroundColor'], config['titleTextColor']) ?? {},
    page: surfaceOf(config['backgroundColor']) ?? {},
    question: parts('userMessage') ?? {},
    answer: parts('botMessage'),
    send: send === undefined ? {} : sendColours(send),
  };
}

function sendColours(colour: string): CSSProperties {
  return {
    '--primary': colour,
    '--primary-hover': colour,
    '--on-primary': readableOn(colour),
  } as CSSProperties;
}
