/** Ends a sentence wherever it stands. */
const wideEnd = /[。！？।؟…]/u;
/** Ends a sentence when a space follows. */
const narrowEnd = /[.?!]/;
const closing = /["'”’»)\]]/;
const clauseEnd = /[,;:،，、；：–—]/u;
const wideClause = /[，、；：]/u;

/** A first piece this long may end at a comma, so that the voice starts early. */
const firstClauseLength = 20;
const firstWideLength = 6;
const clauseLength = 140;
const longestPiece = 280;

const abbreviations = new Set(
  (
    'mr mrs ms dr prof st sr jr vs etc inc ltd co corp no nr tel ext approx dept e.g i.e a.m p.m u.s ' +
    'z.b d.h bzw usw ca str hr fr mme mlle m av rue sra srta dña ud uds pág núm sig dott sig.ra'
  ).split(' '),
);

/** Splits a streamed reply into pieces for speech; all pieces together are the reply, character by character. */
export class SentenceCutter {
  private text = '';
  private isFirst = true;

  /** Text that is not a complete piece yet. */
  get rest(): string {
    return this.text;
  }

  push(delta: string): string[] {
    this.text += delta;
    const pieces: string[] = [];
    for (let end = this.findEnd(); end > 0; end = this.findEnd()) {
      pieces.push(this.text.slice(0, end));
      this.text = this.text.slice(end);
      this.isFirst = false;
    }
    return pieces;
  }

  /** The rest at the end of the stream. */
  flush(): string[] {
    const rest = this.text;
    this.text = '';
    return rest === '' ? [] : [rest];
  }

  /** The end of the first complete piece, including its trailing spaces; 0 when there is none yet. */
  private findEnd(): number {
    const { text } = this;
    for (let at = 0; at < text.length; at += 1) {
      const end = this.endAt(at);
      if (end > 0 && /[\p{L}\p{N}]/u.test(text.slice(0, end))) return end;
    }
    return text.length > longestPiece ? lastSpace(text) : 0;
  }

  private endAt(at: number): number {
    const { text } = this;
    const letter = text[at] ?? '';
    if (letter === '\n') return behindSpaces(text, at);
    if (wideEnd.test(letter)) return behindSpaces(text, behindClosing(text, at + 1));
    if (narrowEnd.test(letter)) return narrowEndAt(text, at);
    if (clauseEnd.test(letter)) return this.clauseEndAt(at);
    return 0;
  }

  private clauseEndAt(at: number): number {
    const isWide = wideClause.test(this.text[at] ?? '');
    const least = this.isFirst ? (isWide ? firstWideLength : firstClauseLength) : clauseLength;
    if (at + 1 < least) return 0;
    if (isWide) return behindSpaces(this.text, at + 1);
    return /\s/.test(this.text[at + 1] ?? '') ? behindSpaces(this.text, at + 1) : 0;
  }
}

/** A full stop, question or exclamation mark ends a sentence when a space follows and it ends no abbreviation. */
function narrowEndAt(text: string, at: number): number {
  const behind = behindClosing(text, at + 1);
  if (!/\s/.test(text[behind] ?? '')) return 0;
  if (text[at] === '.' && isShortForm(text, at)) return 0;
  return behindSpaces(text, behind);
}

function isShortForm(text: string, at: number): boolean {
  const word = /(?<![\p{L}\p{N}.])[\p{L}\p{N}.]+$/u.exec(text.slice(0, at))?.[0] ?? '';
  // "J. Smith", and "1. First" at the start of a line.
  if (/^\p{Lu}$/u.test(word)) return word !== 'I';
  if (/^\d{1,2}$/.test(word)) return /(^|\n)[^\S\n]*\d{1,2}$/.test(text.slice(0, at));
  return abbreviations.has(word.toLowerCase());
}

function behindClosing(text: string, at: number): number {
  let end = at;
  while (closing.test(text[end] ?? '') || narrowEnd.test(text[end] ?? '')) end += 1;
  return end;
}

function behindSpaces(text: string, at: number): number {
  let end = at;
  while (/\s/.test(text[end] ?? '')) end += 1;
  return end;
}

/** After the last space below the maximum length; a text without spaces is cut there. */
function lastSpace(text: string): number {
  const space = text.lastIndexOf(' ', longestPiece);
  return space > 0 ? space + 1 : longestPiece;
}
