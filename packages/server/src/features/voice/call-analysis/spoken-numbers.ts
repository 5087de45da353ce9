const units = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value) => [word, value]),
);
const tens = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, place) => [word, (place + 2) * 10]),
);
const scales = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
]);

const digits = /[-−]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[-−]?\d+(?:\.\d+)?/g;
const word = /[a-z]+/g;

interface SpokenNumber {
  value: number;
  /** Its offset in the sentence. */
  at: number;
}

/** Numbers of a sentence, in digits ("1,200") or in words ("twenty five", "two hundred"), in order. */
export function spokenNumbers(text: string): SpokenNumber[] {
  return [...digitNumbers(text), ...wordNumbers(text.toLowerCase())].sort((one, other) => one.at - other.at);
}

function digitNumbers(text: string): SpokenNumber[] {
  return [...text.matchAll(digits)].map((match) => ({
    value: Number(match[0].replaceAll(',', '').replace('−', '-')),
    at: match.index,
  }));
}

function wordNumbers(text: string): SpokenNumber[] {
  const found: SpokenNumber[] = [];
  let open: { at: number; end: number; whole: number; part: number } | undefined;
  const close = () => {
    if (open) found.push({ value: open.whole + open.part, at: open.at });
    open = undefined;
  };
  for (const match of text.matchAll(word)) {
    const [said] = match;
    const isNear = open !== undefined && /^[\s-]+$/.test(text.slice(open.end, match.index));
    const scale = scales.get(said);
    const value = units.get(said) ?? tens.get(said);
    if (scale !== undefined && isNear && open) {
      if (scale === 100) open.part = Math.max(1, open.part) * 100;
      else {
        open.whole += Math.max(1, open.part) * scale;
        open.part = 0;
      }
      open.end = match.index + said.length;
    } else if (value !== undefined) {
      const joins = isNear && open && mayFollow(open, value);
      if (open && joins) open.part += value;
      else {
        close();
        open = { at: match.index, end: 0, whole: 0, part: value };
      }
      if (open) open.end = match.index + said.length;
    } else if (!(said === 'and' && isNear && open && open.part % 100 === 0 && open.part > 0)) {
      close();
    } else if (open) {
      open.end = match.index + said.length;
    }
  }
  close();
  return found;
}

// "twenty five" and "two hundred five" are one number; "five six" are two.
function mayFollow({ whole, part }: { whole: number; part: number }, value: number): boolean {
  if (part === 0) return whole > 0;
  if (part % 100 === 0) return true;
  return part % 10 === 0 && part >= 20 && value > 0 && value < 10;
}
