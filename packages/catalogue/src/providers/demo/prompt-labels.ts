import { contentWords } from './words.ts';

/** One of the answers that a prompt allows. */
export interface Label {
  name: string;
  /** What the prompt says the label is for. */
  about: string;
}

const classify =
  '(?:classify|categori[sz]e|label|sort|assign|tag|decide whether|judge whether|determine whether)';
const lead = new RegExp(
  `\\b${classify}\\b[^.\\n]*?(?:\\b(?:as|into|to|is|between|categories|labels|classes)\\b(?: (?:exactly )?(?:one of|either)(?: (?:the|these)[^:\\n]*)?| a)?\\s*:?)\\s+([^.\\n]+)`,
  'i',
);
const only =
  /\b(?:answer|reply|respond|output|return)(?: only| just)?(?: with)?(?: only| just| exactly)?(?: one word| one of| a single word| one label| one of these(?: words)?| one of the (?:labels|words|categories))\s*[:,(]?\s*([^.\n)]+)/i;
const listed =
  /\b(?:categories|labels|classes|options|departments)(?: are)?\s*:\s*([^.\n]*)\n?((?:\s*[-*•]\s+.+\n?)*)/i;

function split(list: string): string[] {
  return list
    .split(/(?<!\s)\s*(?:,|;|\/|\||\bor\b|\band\b)\s*/i)
    .map((part) =>
      part.replace(/^["'“‘(\s]+|(?<!["'”’)\s.])["'”’)\s.]+$/g, '').replace(/^(?:either|a|an|the)\s+/i, ''),
    )
    .filter((part) => part !== '' && part.split(/\s+/).length <= 3);
}

/** The labels of which a prompt wants one; none when it wants something else. */
export function labelsIn(prompt: string): Label[] {
  const match = listed.exec(prompt);
  const bullets = [...(match?.[2] ?? '').matchAll(/[-*•]\s+([^:\n–-]+?)\s*(?:[:–-]\s*(.+))?$/gm)];
  if (new RegExp(`\\b${classify}\\b`, 'i').test(prompt) && bullets.length > 1)
    return bullets.map(([, name = '', about = '']) => ({ name: name.trim(), about }));
  for (const found of [only.exec(prompt)?.[1], lead.exec(prompt)?.[1], match?.[1]]) {
    const names = found ? split(found) : [];
    if (names.length > 1 && names.length <= 12) return names.map((name) => ({ name, about: '' }));
  }
  return [];
}

/** Words that people use for a label of such a name. */
const signs: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:positive|happy|good|praise)$/i,
    'love great excellent good happy wonderful thanks perfect amazing best fantastic friendly recommend delicious nice glad',
  ],
  [
    /^(?:negative|angry|upset|bad|complaint)s?$/i,
    'hate bad terrible awful worst angry broken slow disappointed disappointing rude late never wrong useless damaged cold unacceptable dirty',
  ],
  [
    /^(?:billing|payments?|invoices?|finance|accounting)$/i,
    'invoice charged charge paid pay payment refund money bill price twice subscription card',
  ],
  [
    /^(?:technical|support|tech(?:nical)? support|bugs?|it)$/i,
    'error crash crashes crashed bug login password broken install app website work works loading fails screen connect',
  ],
  [/^sales?$/i, 'buy price quote offer purchase order demo plan upgrade discount'],
  [
    /^(?:shipping|delivery|logistics|orders?)$/i,
    'parcel package delivery arrive arrived ship shipped tracking order late lost',
  ],
  [/^(?:spam)$/i, 'win winner prize free click lottery million offer viagra crypto'],
  [/^(?:urgent|high)$/i, 'urgent immediately now emergency asap down outage critical fire'],
  [/^(?:yes|true)$/i, 'yes sure agree correct okay'],
  [/^(?:no|false)$/i, 'no not never disagree wrong'],
];
const whenNothingFits =
  /^(?:neutral|other|others|none|general|unknown|misc(?:ellaneous)?|not spam|ham|normal|low)$/i;

/** The label whose words the text uses most; the catch-all, or the last, when none does. */
export function chooseLabel(labels: readonly Label[], text: string): string {
  const said = contentWords(text);
  const plain = new Set(text.toLowerCase().match(/[\p{L}']+/gu) ?? []);
  let best: { name: string; score: number } | undefined;
  for (const { name, about } of labels) {
    const own = new Set(contentWords(`${name} ${about}`));
    const hints = signs.filter(([pattern]) => pattern.test(name)).flatMap(([, words]) => words.split(' '));
    const score =
      said.filter((word) => own.has(word)).length + hints.filter((word) => plain.has(word)).length;
    if (score > (best?.score ?? 0)) best = { name, score };
  }
  const rest = labels.find(({ name }) => whenNothingFits.test(name)) ?? labels.at(-1);
  return best?.name ?? rest?.name ?? '';
}
